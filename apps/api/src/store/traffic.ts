import { bucketOf, emptyHistogram, type Histogram } from './latency-histogram.js';

/** What happens to tasks and is counted. */
export type Happening = 'enqueued' | 'completed' | 'failed' | 'died';

/** What happened in a queue. */
export interface QueueTraffic {
  readonly counts: Record<Happening, number>;
  /** From scheduled times to dequeues. */
  readonly wait: Histogram;
  /** From dequeues to their ends. */
  readonly run: Histogram;
}

const noTraffic = (): QueueTraffic => ({
  counts: { enqueued: 0, completed: 0, failed: 0, died: 0 },
  wait: emptyHistogram(),
  run: emptyHistogram(),
});

const happenings = ['enqueued', 'completed', 'failed', 'died'] as const satisfies readonly Happening[];

const addHistogram = (sum: Histogram, more: Histogram): void => {
  for (const [bucket, count] of more.entries()) sum[bucket] = (sum[bucket] ?? 0) + count;
};

/** What happened in queues: of one transaction, or of a replica since it was last written down. Kept in memory alone. */
export class Traffic {
  private byQueue = new Map<number, QueueTraffic>();

  /** Whether nothing happened. */
  get isEmpty(): boolean {
    return this.byQueue.size === 0;
  }

  /** Notes that something happened so often. */
  add(queueId: number, happening: Happening, count = 1): void {
    this.of(queueId).counts[happening] += count;
  }

  /** Notes how long a task waited, or an attempt ran. */
  addDuration(queueId: number, kind: 'wait' | 'run', ms: number): void {
    const histogram = this.of(queueId)[kind];
    const bucket = bucketOf(ms);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }

  /** Adds all that happened elsewhere. */
  addAll(other: Traffic): void {
    for (const [queueId, { counts, wait, run }] of other.byQueue) {
      const own = this.of(queueId);
      for (const happening of happenings) own.counts[happening] += counts[happening];
      addHistogram(own.wait, wait);
      addHistogram(own.run, run);
    }
  }

  /** Hands out what happened, and begins anew. */
  take(): Traffic {
    const taken = new Traffic();
    taken.byQueue = this.byQueue;
    this.byQueue = new Map();
    return taken;
  }

  /** What happened in each queue. */
  entries(): IterableIterator<[number, QueueTraffic]> {
    return this.byQueue.entries();
  }

  /** What happened in all queues together. */
  total(): QueueTraffic {
    const total = new Traffic();
    for (const traffic of this.byQueue.values()) {
      const one = new Traffic();
      one.byQueue.set(0, traffic);
      total.addAll(one);
    }
    return total.of(0);
  }

  private of(queueId: number): QueueTraffic {
    let traffic = this.byQueue.get(queueId);
    if (traffic === undefined) {
      traffic = noTraffic();
      this.byQueue.set(queueId, traffic);
    }
    return traffic;
  }
}

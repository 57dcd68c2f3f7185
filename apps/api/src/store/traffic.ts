import { bucketOf, emptyHistogram, type Histogram } from './latency-histogram.js';

/** What happens to tasks and is counted; a lapse is a failure, too, and so is a death. */
export type Happening = 'enqueued' | 'completed' | 'failed' | 'died' | 'lapsed';

/** What is measured: `wait` from scheduled times to dequeues, `run` from dequeues to their ends. */
export type Measured = 'wait' | 'run';

/** What happened in a queue. */
export interface QueueTraffic {
  readonly counts: Record<Happening, number>;
  readonly wait: Histogram;
  readonly run: Histogram;
  /** All durations together, in milliseconds. */
  readonly sumMs: Record<Measured, number>;
}

const noTraffic = (): QueueTraffic => ({
  counts: { enqueued: 0, completed: 0, failed: 0, died: 0, lapsed: 0 },
  wait: emptyHistogram(),
  run: emptyHistogram(),
  sumMs: { wait: 0, run: 0 },
});

const happenings = [
  'enqueued',
  'completed',
  'failed',
  'died',
  'lapsed',
] as const satisfies readonly Happening[];

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
  addDuration(queueId: number, kind: Measured, ms: number): void {
    const { [kind]: histogram, sumMs } = this.of(queueId);
    const bucket = bucketOf(ms);
    sumMs[kind] += Math.max(0, ms);
    histogram[bucket] = (histogram[bucket] ?? 0) + 1;
  }

  /** Adds all that happened elsewhere. */
  addAll(other: Traffic): void {
    for (const [queueId, { counts, wait, run, sumMs }] of other.byQueue) {
      const own = this.of(queueId);
      for (const happening of happenings) own.counts[happening] += counts[happening];
      addHistogram(own.wait, wait);
      addHistogram(own.run, run);
      own.sumMs.wait += sumMs.wait;
      own.sumMs.run += sumMs.run;
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

  /** What happened in all queues together, or in all of some. */
  total(queueIds: Iterable<number> = this.byQueue.keys()): QueueTraffic {
    const total = new Traffic();
    for (const queueId of queueIds) {
      const traffic = this.byQueue.get(queueId);
      if (traffic === undefined) continue;
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

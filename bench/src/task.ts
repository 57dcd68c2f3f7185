/** A task of a measurement. It travels as the payload, so that whoever gets it can say what it is. */
export interface BenchTask {
  /** Unique in its run. */
  readonly number: number;
  readonly threadId: string | null;
  /** Its place in its thread, from 0; 0 for tasks without a thread. */
  readonly sequence: number;
  /** Makes the payload the size of a small order. */
  readonly note: string;
}

/** What a worker makes of a task; `released`: it had the task in hand, but did not begin. */
export type Outcome = 'completed' | 'retry' | 'dead' | 'released';

const note = 'Every payload of the measurement is about as long as this sentence, like a small order.';

/** Makes tasks with numbers of their own, and places in their threads. */
export class TaskMaker {
  private made = 0;
  private readonly lengths = new Map<string, number>();

  /** The next task of a thread, or a free one. */
  next(threadId: string | null): BenchTask {
    const number = this.made;
    this.made += 1;
    if (threadId === null) return { number, threadId, sequence: 0, note };
    const sequence = this.lengths.get(threadId) ?? 0;
    this.lengths.set(threadId, sequence + 1);
    return { number, threadId, sequence, note };
  }

  /** Tasks dealt out to as many threads in turn; no threads: free tasks. */
  deal(count: number, threads: number, prefix = 'thread'): BenchTask[] {
    return Array.from({ length: count }, (_, index) =>
      this.next(threads === 0 ? null : `${prefix}-${index % threads}`),
    );
  }
}

/** Reads a task out of a payload. Throws for anything else. */
export const readTask = (payload: unknown): BenchTask => {
  if (typeof payload === 'object' && payload !== null && 'number' in payload && 'sequence' in payload) {
    return payload as BenchTask;
  }
  throw new Error(`This is no task of the measurement: ${JSON.stringify(payload)}`);
};

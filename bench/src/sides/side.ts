import type { BenchTask, Outcome } from '../task.js';

/** How calls are made: this many tasks in each, so many calls at once. */
export interface Load {
  readonly batchSize: number;
  readonly inFlight: number;
}

/** Works tasks off on behalf of a workload. */
export interface Consumer {
  readonly load: Load;
  /** Fires when nothing more is to be taken. */
  readonly finished: AbortSignal;
  /** Called with a task that was just handed out; says what becomes of it. */
  readonly begin: (task: BenchTask) => Outcome;
  /** Called right before the outcome is reported. */
  readonly end: (task: BenchTask, outcome: Outcome) => void;
}

/** One way to queue tasks, driven through its own best interface. */
export interface Side {
  /** Whether members of a thread run in the order in which `enqueue` got them. */
  readonly keepsOrder: boolean;
  /** Takes tasks in, the members of a thread in order; resolves when all are durable as far as this side is. */
  enqueue(tasks: readonly BenchTask[], load: Load): Promise<void>;
  /** Works tasks off until the consumer has finished; resolves when the last outcomes are reported. */
  drain(consumer: Consumer): Promise<void>;
  close(): Promise<void>;
}

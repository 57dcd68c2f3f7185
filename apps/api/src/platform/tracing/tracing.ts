import type { TransactionPurpose } from '../database/transaction-purpose.js';
import type { TraceContext } from './trace-scope.js';

/** A call of a producer or a worker. */
export interface TracedCall {
  readonly operation: 'send' | 'receive' | 'settle';
  /** The name of the operation, such as `exchange`. */
  readonly name: string;
  readonly queue: string | null;
  /** What the caller sent as `traceparent`. */
  readonly traceparent: string | undefined;
  readonly startedAtMs: number;
}

/** What a call was about, known at its end. */
export interface TracedTasks {
  readonly ids: readonly string[];
  readonly threadId: string | null;
  readonly traceparents: readonly string[];
}

/** The span of a call. */
export interface CallSpan {
  readonly context: TraceContext;
  /** Tells which tasks it was about. */
  note(tasks: TracedTasks): void;
  end(status: number): void;
}

/** Something that happened to a task, told in the trace in which it was enqueued. */
export interface TaskStep {
  readonly kind: 'wait' | 'complete' | 'fail' | 'release';
  readonly traceparent: string;
  readonly queue: string;
  readonly taskId: string;
  readonly threadId: string | null;
  readonly attempt: number;
  readonly fromMs: number;
  /** Null for now. */
  readonly toMs: number | null;
  /** How the attempt ended, where one did. */
  readonly outcome?: 'completed' | 'retrying' | 'dead' | 'lapsed' | 'returned';
}

/** Tells a collector of traces what happens. */
export interface Tracing {
  readonly isOn: boolean;
  beginCall(call: TracedCall): CallSpan;
  /** Runs a transaction as part of the calls that it is done for. */
  transaction<Result>(purpose: TransactionPurpose, work: () => Promise<Result>): Promise<Result>;
  /** Tells of what a committed transaction did. */
  tellSteps(steps: readonly TaskStep[]): void;
  /** Sends what is left, unless that takes long. */
  close(): Promise<void>;
}

/** Nobody is told. */
export const noTracing: Tracing = {
  isOn: false,
  beginCall: () => {
    throw new Error('Tracing is off.');
  },
  transaction: (_purpose, work) => work(),
  tellSteps: () => undefined,
  close: () => Promise.resolve(),
};

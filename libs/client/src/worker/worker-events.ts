import type { LeasedTask, SettledOutcome } from '@spool/contracts';
import type { LeaseLoss } from './task-errors.js';

/** What a worker was doing when something went wrong that it survives. */
export type WorkerActivity = 'reading the queue' | 'taking' | 'settling' | 'keeping alive' | 'listening';

/** What a worker tells of, by the event's name. */
export interface WorkerEvents {
  /** Tasks came into the worker's hands. */
  readonly taken: { readonly tasks: readonly LeasedTask[] };
  /** A handler returned; Spool is told next. */
  readonly completed: { readonly task: LeasedTask; readonly result: unknown; readonly durationMs: number };
  /** A handler threw, took too long, or there was none; Spool is told next. */
  readonly failed: { readonly task: LeasedTask; readonly error: unknown; readonly durationMs: number };
  /** Spool knows what became of a task. */
  readonly settled: { readonly task: LeasedTask; readonly outcome: SettledOutcome | 'released' };
  /** A task is no longer this worker's; nothing of its run counts. */
  readonly leaseLost: { readonly task: LeasedTask; readonly loss: LeaseLoss };
  /** Something went wrong that the worker survives: it goes on after a pause. Without a listener, a process warning. */
  readonly error: { readonly error: unknown; readonly during: WorkerActivity };
  /** Nothing is in hand, and the last call for tasks brought none. */
  readonly idle: { readonly queue: string };
}

/** What a worker measures. */
export type WorkerMetric =
  | {
      readonly name: 'run';
      readonly type: string | null;
      readonly ending: 'completed' | 'failed' | 'released' | 'lost';
      readonly durationMs: number;
    }
  | {
      readonly name: 'exchange';
      readonly settled: number;
      readonly asked: number;
      readonly taken: number;
      readonly durationMs: number;
    }
  | {
      readonly name: 'poll';
      readonly asked: number;
      readonly taken: number;
      readonly durationMs: number;
    }
  | {
      readonly name: 'keepalive';
      readonly leases: number;
      readonly refused: number;
      readonly durationMs: number;
    };

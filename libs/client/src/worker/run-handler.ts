import type { Cancellation } from './cancellation.js';
import type { TimedHandler } from './handlers.js';
import type { RunEnding } from './settlement.js';
import { HandlerTimeoutError } from './task-errors.js';
import type { WorkerTask } from './worker-task.js';

/** How long a handler whose signal fired may take to come back, before the worker goes on without it. */
export const abortPatienceMs = 500;

/** Runs a handler on a task, until it comes back or its signal fired and patience is at its end. Never rejects. */
export const runHandler = (
  { handle, timeoutMs }: TimedHandler,
  task: WorkerTask,
  cancellation: Cancellation,
): Promise<RunEnding> =>
  new Promise((resolve) => {
    let patience: ReturnType<typeof setTimeout> | undefined;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => cancellation.cancel(new HandlerTimeoutError(timeoutMs)), timeoutMs);
    const end = (ending: RunEnding): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      resolve(ending);
    };
    cancellation.whenCancelled(() => {
      patience = setTimeout(() => end({ kind: 'abandoned' }), abortPatienceMs);
    });
    const run = async (): Promise<unknown> => await handle(task);
    run().then(
      (value) => end({ kind: 'returned', value }),
      (thrown: unknown) => end({ kind: 'threw', thrown }),
    );
  });

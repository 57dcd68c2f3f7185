import { jsonText, limits, type LeasedTask } from '@spool/contracts';
import type { HeldTask } from './held-tasks.js';

/** A task as its handler sees it. */
export interface WorkerTask extends LeasedTask {
  /**
   * Fires when this run no longer counts or may not go on: a LeaseLostError, a HandlerTimeoutError or a
   * WorkerStoppedError. The handler then has half a second to come back.
   */
  readonly signal: AbortSignal;
  /** Tells how far the task is: any JSON to 8 KiB, seen with the task; the latest counts. Throws a TypeError for more. */
  progress(value: unknown): void;
}

const progressText = jsonText(limits.progressBytes, 'progress');

const checkProgress = (value: unknown): void => {
  // As text first: a cycle has no end for the schema.
  if (JSON.stringify(value) === undefined) throw new TypeError('This progress has no JSON text.');
  const checked = progressText.safeParse(value);
  if (!checked.success) throw new TypeError(checked.error.issues.map(({ message }) => message).join(' '));
};

/** Makes the handler's view of a task in hand. */
export const workerTaskOf = (held: HeldTask, onProgress: (held: HeldTask) => void): WorkerTask => ({
  ...held.task,
  get signal() {
    return held.cancellation.signal;
  },
  progress: (value) => {
    checkProgress(value);
    held.progress = { value };
    onProgress(held);
  },
});

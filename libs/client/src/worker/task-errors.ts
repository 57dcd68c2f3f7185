import { limits } from '@spool/contracts';

/** Thrown by a handler: another attempt would fail too. The task dies at once (R6). */
export class NonRetryableError extends Error {
  override readonly name: string = 'NonRetryableError';
}

/** Thrown by a handler: the next attempt may begin after `retryAfterMs`, whatever the queue's backoff says (R5). */
export class RetryAfterError extends Error {
  override readonly name: string = 'RetryAfterError';
  /** In milliseconds. */
  readonly retryAfterMs: number;

  /** Throws a RangeError for a time that is not 0 to 400 days. */
  constructor(retryAfterMs: number, message?: string, options?: ErrorOptions) {
    super(message ?? `Try again in ${retryAfterMs} ms.`, options);
    if (!(retryAfterMs >= 0 && retryAfterMs <= limits.delayMs)) {
      throw new RangeError(`A retry may wait 0 to ${limits.delayMs} ms, not ${retryAfterMs}.`);
    }
    this.retryAfterMs = Math.round(retryAfterMs);
  }
}

/** Why a handler's signal fired: it took longer than its `timeoutMs`. */
export class HandlerTimeoutError extends Error {
  override readonly name: string = 'HANDLER_TIMEOUT';

  constructor(readonly timeoutMs: number) {
    super(`The handler did not finish within ${timeoutMs} ms.`);
  }
}

/** Why a handler's signal fired: the worker stops and cannot wait longer. Its task is handed back. */
export class WorkerStoppedError extends Error {
  override readonly name: string = 'WorkerStoppedError';

  constructor() {
    super('The worker stops.');
  }
}

/** How a lease ended before its task was settled. */
export type LeaseLoss = 'refused' | 'lapsed' | 'stopped';

const lossTexts: Record<LeaseLoss, string> = {
  refused: 'Spool refused the lease: the task was deleted, or has gone to another worker.',
  lapsed: 'The lease passed without a keepalive that reached Spool.',
  stopped: 'The worker ended before Spool could be told.',
};

/** Why a handler's signal fired: the task may be another worker's by now, and nothing of this run counts. */
export class LeaseLostError extends Error {
  override readonly name: string = 'LeaseLostError';

  constructor(readonly loss: LeaseLoss) {
    super(lossTexts[loss]);
  }
}

/** A failed attempt, as Spool is told of it. */
export interface Failure {
  readonly error: { readonly message: string; readonly type: string; readonly stack?: string };
  readonly retryable: boolean;
  readonly retryAfterMs?: number;
}

/** A subclass that sets no name of its own is known by its class. */
const typeOf = (error: Error): string => {
  const name = error.name === 'Error' ? error.constructor.name : error.name;
  return name === '' ? 'Error' : name.slice(0, limits.labelCharacters);
};

const textOf = (thrown: unknown): string => {
  try {
    return typeof thrown === 'string' ? thrown : (JSON.stringify(thrown) ?? String(thrown));
  } catch {
    return 'Something was thrown that has no text.';
  }
};

/** Also an error of another realm, such as a sandbox that a handler uses. */
const isError = (thrown: unknown): thrown is Error =>
  thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';

/** What to tell of whatever a handler threw. */
export const failureOf = (thrown: unknown): Failure => {
  if (!isError(thrown)) {
    const message = textOf(thrown).slice(0, limits.errorMessageBytes);
    return { error: { message, type: 'NOT_AN_ERROR' }, retryable: true };
  }
  const error = {
    message: thrown.message.slice(0, limits.errorMessageBytes),
    type: typeOf(thrown),
    ...(thrown.stack === undefined ? {} : { stack: thrown.stack.slice(0, limits.errorStackBytes) }),
  };
  const retryable = !(thrown instanceof NonRetryableError);
  return thrown instanceof RetryAfterError
    ? { error, retryable, retryAfterMs: thrown.retryAfterMs }
    : { error, retryable };
};

import { jsonText, limits } from '@spool/contracts';
import {
  failureOf,
  HandlerTimeoutError,
  LeaseLostError,
  NonRetryableError,
  RetryAfterError,
  WorkerStoppedError,
  type Failure,
} from './task-errors.js';

/** What Spool is to be told of a task; `bytes` is about what it adds to a request. */
export type Settlement =
  | { readonly kind: 'complete'; readonly result: unknown; readonly bytes: number }
  | { readonly kind: 'fail'; readonly failure: Failure; readonly bytes: number }
  | { readonly kind: 'release'; readonly bytes: number };

/** How a run of a handler ended; `abandoned` when its signal fired and it did not come back. */
export type RunEnding =
  | { readonly kind: 'returned'; readonly value: unknown }
  | { readonly kind: 'threw'; readonly thrown: unknown }
  | { readonly kind: 'abandoned' };

/** The error type of a result that Spool could not keep. */
const unusableResult = 'UNUSABLE_RESULT';

const itemBytes = 100;
const resultText = jsonText(limits.resultBytes, 'result');

/** Hands a task back. */
export const release: Settlement = { kind: 'release', bytes: itemBytes };

const fail = (failure: Failure): Settlement => {
  const { message, stack = '' } = failure.error;
  return { kind: 'fail', failure, bytes: itemBytes + message.length + stack.length };
};

const unusable = (message: string): Settlement =>
  fail({ error: { message, type: unusableResult }, retryable: false });

/** Completes with what a handler returned, or fails for good: a second run would do the work twice for the same result. */
const complete = (value: unknown): Settlement => {
  if (value === undefined) return { kind: 'complete', result: undefined, bytes: itemBytes };
  try {
    // Checked as text first: a cycle has no end for the schema.
    if (JSON.stringify(value) === undefined) return unusable('The handler’s result has no JSON text.');
  } catch (error) {
    return unusable(`The handler’s result has no JSON text: ${failureOf(error).error.message}`);
  }
  const checked = resultText.safeParse(value);
  if (checked.success) {
    return { kind: 'complete', result: value, bytes: itemBytes + checked.data.length };
  }
  return unusable(checked.error.issues.map(({ message }) => message).join(' '));
};

const saysWhatNext = (ending: RunEnding): boolean =>
  ending.kind === 'threw' &&
  (ending.thrown instanceof NonRetryableError || ending.thrown instanceof RetryAfterError);

/**
 * What to tell Spool of a run that ended, cancelled for `reason` or not (null); null for nothing, when the lease is
 * lost. Work that was done counts even when it came after the signal.
 */
export const settlementOf = (ending: RunEnding, reason: Error | null): Settlement | null => {
  if (reason instanceof LeaseLostError) return null;
  if (ending.kind === 'returned') return complete(ending.value);
  if (!saysWhatNext(ending)) {
    if (reason instanceof WorkerStoppedError) return release;
    if (reason instanceof HandlerTimeoutError) return fail(failureOf(reason));
  }
  return fail(failureOf(ending.kind === 'threw' ? ending.thrown : reason));
};

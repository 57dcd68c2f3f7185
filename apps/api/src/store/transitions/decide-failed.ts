import type { Backoff } from '@spool/contracts';
import { decideFailure } from '@spool/thread-engine';
import { fingerprintOf } from '../error-fingerprint.js';
import type { Failure, Outcome } from './outcome.js';
import type { HeldTask, Situation } from './situation.js';
import { queueOf } from './work.js';

/** A failed attempt of a held task. */
export interface FailedTask {
  readonly failure: Failure;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  /** 0 to 1: fills the random part of the backoff. */
  readonly chance: number;
}

/** Decides what becomes of a held task whose attempt failed: another attempt (R5) or death (R6). */
export const decideFailed = (situation: Situation, task: HeldTask, failed: FailedTask): Outcome => {
  const { failure } = failed;
  const queue = queueOf(situation, task);
  // A task's own backoff was checked by the contract when it was enqueued.
  const own = task.backoff === null ? null : (JSON.parse(task.backoff) as Backoff);
  const verdict = decideFailure({
    attempt: task.attempt,
    maxAttempts: task.maxAttempts,
    backoff: own ?? queue.configuration.backoff,
    retryable: failed.retryable,
    retryAfterMs: failed.retryAfterMs,
    nowMs: situation.nowMs,
    chance: failed.chance,
  });
  return verdict.outcome === 'dead'
    ? {
        kind: 'dead',
        id: task.id,
        failure: { ...failure, group: fingerprintOf({ queue: queue.name, ...failure }) },
      }
    : { kind: 'retrying', id: task.id, scheduledAtMs: verdict.scheduledAtMs, failure };
};

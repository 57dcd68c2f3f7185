/** How long a failed attempt waits before the next. */
export interface BackoffPolicy {
  readonly type: 'fixed' | 'exponential';
  readonly initialMs: number;
  readonly factor: number;
  readonly maxMs: number;
  /** The part of the delay that is random, 0 to 1. */
  readonly jitter: number;
}

/** The delay after the `attempt`th attempt failed; `chance` (0 to 1) fills the random part. Whole milliseconds, capped. */
export const backoffDelayMs = (policy: BackoffPolicy, attempt: number, chance: number): number => {
  const grown =
    policy.type === 'fixed' ? policy.initialMs : policy.initialMs * policy.factor ** Math.max(0, attempt - 1);
  const capped = policy.initialMs === 0 ? 0 : Math.min(grown, policy.maxMs);
  return Math.round(capped * (1 - policy.jitter) + capped * policy.jitter * chance);
};

/** An attempt that failed, by its worker's word or by a lapse (R7). */
export interface FailedAttempt {
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly backoff: BackoffPolicy;
  /** False when the worker said that no further attempt can help. */
  readonly retryable: boolean;
  /** The delay that the worker asked for, or null for the policy's. */
  readonly retryAfterMs: number | null;
  readonly nowMs: number;
  readonly chance: number;
}

/** What becomes of a task whose attempt failed. */
export type FailureVerdict =
  { readonly outcome: 'retrying'; readonly scheduledAtMs: number } | { readonly outcome: 'dead' };

/** Decides between another attempt (R5) and death (R6): retries are left while `attempt < maxAttempts` (R11). */
export const decideFailure = (failed: FailedAttempt): FailureVerdict => {
  if (!failed.retryable || failed.attempt >= failed.maxAttempts) return { outcome: 'dead' };
  const delayMs = failed.retryAfterMs ?? backoffDelayMs(failed.backoff, failed.attempt, failed.chance);
  return { outcome: 'retrying', scheduledAtMs: failed.nowMs + delayMs };
};

/** A queue's policy for its dead. */
export interface DeadLetterPolicy {
  readonly mode: 'retain' | 'forward' | 'discard';
  /** How long the dead are kept; 0 keeps none. */
  readonly retentionMs: number;
}

/** Where a dead task goes: to rest in the DLQ, into another queue, or nowhere (R6). */
export type Burial = 'rest' | 'forward' | 'vanish';

/** Routes a dead task as its queue's policy says (R6). */
export const decideBurial = (policy: DeadLetterPolicy): Burial => {
  switch (policy.mode) {
    case 'forward':
      return 'forward';
    case 'discard':
      return 'vanish';
    case 'retain':
      return policy.retentionMs === 0 ? 'vanish' : 'rest';
  }
};

import type { Backoff, FailureForecast } from '@spool/contracts';
import { decideFailure } from '@spool/thread-engine';
import { isoTime } from '../platform/times.js';

/** The latest that chance lets a retry wait. */
const longestChance = 1;

/** What becomes of a running task if its attempt fails now and its worker asks for nothing else (R5, R6). */
export const forecastFailure = (
  running: { readonly attempt: number; readonly maxAttempts: number },
  { backoff, nowMs }: { readonly backoff: Backoff; readonly nowMs: number },
): FailureForecast => {
  const { attempt, maxAttempts } = running;
  const verdict = decideFailure({
    attempt,
    maxAttempts,
    backoff,
    retryable: true,
    retryAfterMs: null,
    nowMs,
    chance: longestChance,
  });
  return verdict.outcome === 'dead'
    ? { outcome: 'dead' }
    : { outcome: 'retrying', attempt: attempt + 1, at: isoTime(verdict.scheduledAtMs) };
};

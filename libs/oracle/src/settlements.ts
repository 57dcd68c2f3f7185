import { arrive } from './arrivals.js';
import type { Answer, Failure, LeaseProof } from './commands.js';
import { queueNamed, type Backoff, type Installation, type Task } from './installation.js';
import { endLeases } from './leases.js';

/** The delay after the given failed attempt, without jitter: capped, never negative. */
export function backoffMs(backoff: Backoff, attempt: number): number {
  const grown =
    backoff.type === 'fixed' ? backoff.initialMs : backoff.initialMs * backoff.factor ** (attempt - 1);
  return Math.max(0, Math.min(backoff.maxMs, Math.round(grown)));
}

/** R6: routes a task that is out of attempts as its queue's dead-letter policy says. */
function die(installation: Installation, task: Task, nowMs: number): void {
  const policy = queueNamed(installation, task.queue).deadLetter;
  switch (policy.mode) {
    case 'retain':
      task.state = 'DEAD';
      return;
    case 'discard':
      task.state = 'DISCARDED';
      return;
    case 'forward': {
      const { maxAttempts, backoff } = queueNamed(installation, policy.queue);
      const arrival = { queue: policy.queue, thread: null, scheduledAtMs: nowMs, maxAttempts, backoff };
      task.state = 'FORWARDED';
      task.replacedBy = arrive(installation, { ...arrival, forwardedFrom: task.id }).id;
    }
  }
}

/** R5, R6: a failed attempt leads to a retry at now + backoff while attempts are left, else to death. */
function failAttempt(
  installation: Installation,
  task: Task,
  failure: Failure,
  nowMs: number,
): { outcome: 'retrying' | 'dead'; scheduledAtMs?: number } {
  const errorType = failure.errorType ?? 'Error';
  task.failures = [...task.failures, { attempt: task.attempt, errorType }];
  if (failure.retryable === false || task.attempt >= task.maxAttempts) {
    die(installation, task, nowMs);
    return { outcome: 'dead' };
  }
  task.state = 'ENQUEUED';
  task.scheduledAtMs = nowMs + (failure.retryAfterMs ?? backoffMs(task.backoff, task.attempt));
  return { outcome: 'retrying', scheduledAtMs: task.scheduledAtMs };
}

/** Completes tasks: each leaves its thread, which advances. */
export function complete(installation: Installation, items: readonly LeaseProof[], nowMs: number): Answer[] {
  return endLeases(installation, items, nowMs, ({ task, lease }) => {
    task.state = 'COMPLETED';
    task.settlements = [...task.settlements, { token: lease.token, outcome: 'completed' }];
    return {};
  });
}

/** Records failed attempts (R5, R6). */
export function fail(installation: Installation, items: readonly Failure[], nowMs: number): Answer[] {
  return endLeases(installation, items, nowMs, ({ task, lease }, failure) => {
    const added = failAttempt(installation, task, failure, nowMs);
    task.settlements = [...task.settlements, { token: lease.token, outcome: added.outcome }];
    return added;
  });
}

/** R7: every lease whose time has passed counts as a failed attempt, the longest lapsed first. */
export function lapse(installation: Installation, nowMs: number): Answer[] {
  const lapsed = installation.tasks
    .flatMap(({ id, lease }) => (lease !== null && lease.expiresAtMs <= nowMs ? [{ id, lease }] : []))
    .sort((left, right) => left.lease.expiresAtMs - right.lease.expiresAtMs || left.id - right.id);
  const failures = lapsed.map(({ id, lease }) => ({ id, token: lease.token, errorType: 'KEEPALIVE_LAPSED' }));
  return endLeases(installation, failures, nowMs, ({ task }, failure) =>
    failAttempt(installation, task, failure, nowMs),
  );
}

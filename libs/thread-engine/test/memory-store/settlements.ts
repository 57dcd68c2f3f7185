import type { Answer, Failure, LeaseProof } from '@spool/oracle/commands.js';
import { endLeases, type Claim } from './leases.js';
import type { Tables, TaskRow } from './tables.js';
import type { Backing } from './thread-batch.js';

/** Completes tasks. */
export function complete(backing: Backing, items: readonly LeaseProof[], nowMs: number): Answer[] {
  const { tables } = backing;
  return endLeases(backing, items, nowMs, ({ task, lease, batch }) => {
    tables.endTask(task, 'COMPLETED');
    tables.settlements.set(`${task.id}#${lease.token}`, 'completed');
    batch.leave(task);
    return {};
  });
}

/** Routes a dead task; a forwarded one is noted so that it gets the id of its arrival when that is known. */
function bury(backing: Backing, { task, batch }: Claim, nowMs: number): TaskRow | null {
  const { tables, engine } = backing;
  const policy = tables.queueNamed(task.queue).deadLetter;
  batch.leave(task);
  switch (engine.decideBurial({ mode: policy.mode, retentionMs: 1 })) {
    case 'rest':
      tables.endTask(task, 'DEAD');
      return null;
    case 'vanish':
      tables.endTask(task, 'DISCARDED');
      return null;
    case 'forward': {
      const target = tables.queueNamed(policy.mode === 'forward' ? policy.queue : '');
      const { name: queue, maxAttempts } = target;
      const backoff = { ...target.backoff, jitter: 0 };
      batch.arrive({ queue, threadKey: null, attempt: 0, maxAttempts, backoff }, null, nowMs);
      tables.endTask(task, 'FORWARDED');
      return task;
    }
  }
}

function nameForwarded(tables: Tables, forwarded: readonly TaskRow[], firstId: number): void {
  forwarded.forEach((task, index) => {
    tables.ended.set(task.id, { task, state: 'FORWARDED', replacedBy: String(firstId + index) });
  });
}

function failAll(
  backing: Backing,
  failures: readonly Failure[],
  nowMs: number,
  remember: (claim: Claim, outcome: 'retrying' | 'dead') => void,
): Answer[] {
  const { tables, engine } = backing;
  const firstId = tables.nextId;
  const forwarded: TaskRow[] = [];
  const answers = endLeases(backing, failures, nowMs, (claim, failure) => {
    const { attempt, maxAttempts, backoff } = claim.task;
    const retryAfterMs = failure.retryAfterMs ?? null;
    const retryable = failure.retryable ?? true;
    const failed = { attempt, maxAttempts, backoff, retryable, retryAfterMs, nowMs, chance: 0 };
    const verdict = engine.decideFailure(failed);
    remember(claim, verdict.outcome);
    if (verdict.outcome === 'dead') {
      const sent = bury(backing, claim, nowMs);
      if (sent !== null) forwarded.push(sent);
      return { outcome: 'dead' };
    }
    claim.batch.comeBack(claim.task, attempt, verdict.scheduledAtMs, nowMs);
    return { outcome: 'retrying', scheduledAtMs: verdict.scheduledAtMs };
  });
  nameForwarded(tables, forwarded, firstId);
  return answers;
}

/** Records failed attempts (R5, R6). */
export function fail(backing: Backing, items: readonly Failure[], nowMs: number): Answer[] {
  const { tables } = backing;
  return failAll(backing, items, nowMs, ({ task, lease }, outcome) => {
    tables.settlements.set(`${task.id}#${lease.token}`, outcome);
  });
}

/** Fails the attempts whose leases have lapsed (R7). */
export function lapse(backing: Backing, nowMs: number): Answer[] {
  const { tables } = backing;
  const lapsed = [...tables.leases.values()]
    .filter((lease) => lease.expiresAtMs <= nowMs)
    .sort(
      (left, right) => left.expiresAtMs - right.expiresAtMs || Number(left.taskId) - Number(right.taskId),
    );
  const failures = lapsed.map(({ taskId, token }) => ({ id: Number(taskId), token }));
  return failAll(backing, failures, nowMs, () => undefined);
}

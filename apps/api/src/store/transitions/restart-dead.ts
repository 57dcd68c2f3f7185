import type { Sql } from '../../platform/database/sql.js';
import { deleteDead, lockDead, readDead, readDeadPayloads, type DeadTaskRecord } from '../dead-task-store.js';
import { keepRestarted } from '../finished-task-store.js';
import { lockQueueShared, readQueues, threadScopeOf, type QueueRecord } from '../queue-store.js';
import { threadKeyOf } from '../thread-key.js';
import { admitTasks, type AdmissionResult, type Newcomer } from './admit-tasks.js';
import { insertCopies, type TaskCopy } from './insert-copies.js';

/** Dead tasks that are about to be restarted, locked with their queues. */
export interface LockedDead {
  readonly dead: ReadonlyMap<string, DeadTaskRecord>;
  readonly queues: ReadonlyMap<number, QueueRecord>;
}

/** What a restart changes on the way (R9). */
export interface RestartOptions {
  readonly requestedAtMs: number | null;
  /** A payload that replaces the old one, as JSON text. */
  readonly payload: string | null;
}

/** Locks dead tasks for a restart, their queues first; one that is not returned was restarted or deleted by another. */
export const lockForRestart = async (sql: Sql, ids: readonly string[]): Promise<LockedDead> => {
  const seen = await readDead(sql, ids);
  const records = await readQueues(
    sql,
    [...seen.values()].map(({ queueId }) => queueId),
  );
  const queues = new Map<number, QueueRecord>();
  for (const { name } of [...records.values()].toSorted((left, right) => left.id - right.id)) {
    const queue = await lockQueueShared(sql, name);
    if (queue !== null) queues.set(queue.id, queue);
  }
  return { dead: await lockDead(sql, [...seen.keys()]), queues };
};

/**
 * Restarts locked dead tasks, in the order given: each becomes a new arrival with a new id, attempt 0, not
 * before now, and leaves the DLQ in the same transaction (R9). Threads are touched only for these survivors.
 */
export const restartDead = async (
  sql: Sql,
  survivors: readonly DeadTaskRecord[],
  queues: ReadonlyMap<number, QueueRecord>,
  options: RestartOptions,
): Promise<AdmissionResult> => {
  const newcomers = survivors.map((dead) => newcomerOf(dead, queues, options));
  const admitted = await admitTasks(sql, newcomers, (admissions) => {
    const copies = survivors.map((dead, index): TaskCopy => {
      const admission = admissions[index];
      const thread = newcomers[index]?.thread ?? null;
      if (admission === undefined) throw new Error(`Dead task ${dead.id} was not admitted.`);
      return { ...copyOf(dead, options), ...admission, threadKey: thread?.key ?? null };
    });
    return insertCopies(sql, copies, readDeadPayloads);
  });
  const nowMs = admitted.admissions[0]?.enqueuedAtMs ?? 0;
  const restarted = survivors.map(({ id }, index) => ({ id, newId: admitted.ids[index] ?? '' }));
  await keepRestarted(sql, restarted, nowMs);
  await deleteDead(
    sql,
    survivors.map(({ id }) => id),
  );
  for (const { queueId } of survivors) admitted.tallies.add(queueId, 'dead', -1);
  return admitted;
};

const newcomerOf = (
  dead: DeadTaskRecord,
  queues: ReadonlyMap<number, QueueRecord>,
  { requestedAtMs }: RestartOptions,
): Newcomer => {
  const queue = queues.get(dead.queueId);
  if (queue === undefined) throw new Error(`Dead task ${dead.id} has no queue.`);
  const scopeQueueId = threadScopeOf(queue);
  return {
    queueId: queue.id,
    ordering: queue.configuration.ordering,
    thread:
      dead.threadId === null
        ? null
        : { key: threadKeyOf(scopeQueueId, dead.threadId), threadId: dead.threadId, scopeQueueId },
    kind: 'restart',
    requestedAtMs,
    delayMs: null,
  };
};

const copyOf = (dead: DeadTaskRecord, { payload }: RestartOptions) => ({
  sourceId: dead.id,
  ...(payload === null ? {} : { payload }),
  queueId: dead.queueId,
  threadId: dead.threadId,
  type: dead.type,
  attempt: 0,
  maxAttempts: dead.maxAttempts,
  backoff: dead.backoff,
  payloadBytes: payload === null ? dead.payloadBytes : Buffer.byteLength(payload),
  traceparent: dead.traceparent,
  restartedFrom: dead.id,
  deadLetter: dead.deadLetter,
});

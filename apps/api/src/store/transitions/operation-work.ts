import type { OperationFailureCode } from '@spool/contracts';
import type { Sql } from '../../platform/database/sql.js';
import { TallyChanges } from '../counter-store.js';
import { lockDead, type DeadTaskRecord } from '../dead-task-store.js';
import { readFinished } from '../finished-task-store.js';
import type { OperationRecord } from '../operation-store.js';
import { storeOutcomes, type PendingTask, type TaskOutcome } from '../operation-task-store.js';
import { removeDead } from './remove-dead.js';
import { lockForRestart, restartDead } from './restart-dead.js';
import type { Wakeup } from './wakeup.js';

/** What a part of an operation's work came to. */
export interface WorkDone {
  readonly done: number;
  readonly failed: number;
  /** The latest time that a restart was given, or null. */
  readonly lastRestartAtMs: number | null;
  readonly tallies: readonly TallyChanges[];
  readonly wakeups: readonly Wakeup[];
}

/** The payloads of one transaction stay within what others hardly notice. */
const payloadBytesAtOnce = 8 * 1024 * 1024;

const withinBytes = (dead: readonly DeadTaskRecord[]): DeadTaskRecord[] => {
  let bytes = 0;
  return dead.filter(({ payloadBytes }, index) => {
    bytes += payloadBytes;
    return index === 0 || bytes <= payloadBytesAtOnce;
  });
};

const deadInTurn = (
  pending: readonly PendingTask[],
  dead: ReadonlyMap<string, DeadTaskRecord>,
): DeadTaskRecord[] => pending.flatMap(({ taskId }) => dead.get(taskId) ?? []);

/** Notes tasks that cannot be done, with the code that says why. */
export const noteFailed = async (
  sql: Sql,
  operationId: string,
  failed: readonly (PendingTask & { readonly code: OperationFailureCode; readonly newId: string | null })[],
): Promise<TallyChanges> => {
  const tallies = new TallyChanges();
  const outcomes = failed.map(({ place, taskId, code, newId }): TaskOutcome => {
    tallies.operations.add({ operationId, kind: code, group: null, sampleId: taskId });
    return { operationId, place, outcome: 'failed', code, newId, newGroup: null };
  });
  storeOutcomes(sql, outcomes);
  return tallies;
};

/** Notes those that are dead no more: restarted by somebody else, or gone. */
const noteGone = async (
  sql: Sql,
  operationId: string,
  gone: readonly PendingTask[],
): Promise<TallyChanges> => {
  const finished = await readFinished(
    sql,
    gone.map(({ taskId }) => taskId),
  );
  const failed = gone.map((task) => {
    const standing = finished.get(task.taskId);
    return standing?.state === 'RESTARTED'
      ? { ...task, code: 'already_restarted' as const, newId: standing.successorId }
      : { ...task, code: 'task_not_found' as const, newId: null };
  });
  return await noteFailed(sql, operationId, failed);
};

/**
 * Restarts the next tasks of a locked operation, in their turn (R9), and notes it in the same transaction: none is
 * restarted twice, whatever dies when. None gets a time before that of an earlier one, though the clock step back.
 */
export const restartCovered = async (
  sql: Sql,
  { id: operationId, lastRestartAtMs }: OperationRecord,
  pending: readonly PendingTask[],
): Promise<WorkDone> => {
  const { dead, queues } = await lockForRestart(
    sql,
    pending.map(({ taskId }) => taskId),
  );
  const survivors = withinBytes(deadInTurn(pending, dead));
  const gone = pending.filter(({ taskId }) => !dead.has(taskId));
  const tallies = [await noteGone(sql, operationId, gone)];
  if (survivors.length === 0) {
    return { done: 0, failed: gone.length, lastRestartAtMs, tallies, wakeups: [] };
  }
  const admitted = await restartDead(sql, survivors, queues, {
    requestedAtMs: lastRestartAtMs,
    payload: null,
  });
  const newIds = new Map(survivors.map(({ id }, index) => [id, admitted.ids[index] ?? null]));
  storeOutcomes(
    sql,
    pending
      .filter(({ taskId }) => newIds.has(taskId))
      .map(({ place, taskId }) => {
        const newId = newIds.get(taskId) ?? null;
        return { operationId, place, outcome: 'restarted', code: null, newId, newGroup: null };
      }),
  );
  return {
    done: survivors.length,
    failed: gone.length,
    lastRestartAtMs: Math.max(...admitted.admissions.map(({ scheduledAtMs }) => scheduledAtMs)),
    tallies: [...tallies, admitted.tallies],
    wakeups: admitted.wakeups,
  };
};

/** Deletes the next tasks of a locked operation, and notes it in the same transaction. */
export const deleteCovered = async (
  sql: Sql,
  { id: operationId, lastRestartAtMs }: OperationRecord,
  pending: readonly PendingTask[],
): Promise<WorkDone> => {
  const dead = await lockDead(
    sql,
    pending.map(({ taskId }) => taskId),
  );
  const gone = pending.filter(({ taskId }) => !dead.has(taskId));
  const tallies = [await noteGone(sql, operationId, gone), await removeDead(sql, [...dead.values()])];
  storeOutcomes(
    sql,
    pending
      .filter(({ taskId }) => dead.has(taskId))
      .map(({ place }) => {
        return { operationId, place, outcome: 'deleted', code: null, newId: null, newGroup: null };
      }),
  );
  return { done: dead.size, failed: gone.length, lastRestartAtMs, tallies, wakeups: [] };
};

import type { Backoff } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { deletionById, idValues } from './by-key.js';
import { rowTable } from './json-table.js';
import { hexOrNull, msOrNull, sqlTime, sqlTimeOrNull, textOrNull } from './values.js';

/** Where a live task belongs; fixed for its whole life, so it may be read without a lock. */
export interface TaskLocation {
  readonly id: string;
  readonly queueId: number;
  readonly threadKey: string | null;
}

/** A live task as a decision needs it. */
export interface LiveTask extends TaskLocation {
  readonly threadId: string | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  /** The task's own backoff as JSON, or null for its queue's. */
  readonly backoff: string | null;
  readonly scheduledAtMs: number;
  /** From when it may be dequeued; null unless it is a candidate. */
  readonly readyAtMs: number | null;
  readonly payloadBytes: number;
  /** The dead task that it is the restart of (R9). */
  readonly restartedFrom: string | null;
  readonly traceparent: string | null;
}

/** What a change leaves of a live task. */
export interface TaskUpdate {
  readonly id: string;
  readonly scheduledAtMs: number;
  readonly attempt: number;
  readonly readyAtMs: number | null;
}

interface LiveTaskRow {
  id: string;
  queue_id: number;
  thread_key: Buffer | null;
  thread_id: Buffer | null;
  attempt: number;
  max_attempts: number;
  backoff: string | null;
  scheduled_at: Date;
  ready_at: Date | null;
  payload_bytes: number;
  restarted_from: string | null;
  traceparent: string | null;
}

const byId = 'FROM tasks t FORCE INDEX (PRIMARY) WHERE t.id IN (?)';
const liveColumns =
  't.id, t.queue_id, t.thread_key, t.thread_id, t.attempt, t.max_attempts, t.backoff, t.scheduled_at, t.ready_at, t.payload_bytes, t.restarted_from, t.traceparent';
const selectOwnBackoff = 'SELECT backoff FROM tasks WHERE id = ?';
const selectLocations = `SELECT t.id, t.queue_id, t.thread_key ${byId}`;
const lockTasksById = `SELECT ${liveColumns} ${byId} FOR UPDATE`;
const updateTasksById = `
  UPDATE ${rowTable({ id: 'BIGINT', scheduled: 'DATETIME(3)', attempt: 'INT', ready: 'DATETIME(3)' })} j
  STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id
  SET t.scheduled_at = j.scheduled, t.attempt = j.attempt, t.ready_at = j.ready`;
const deleteTasksById = deletionById('tasks');

const locationOf = (row: Pick<LiveTaskRow, 'id' | 'queue_id' | 'thread_key'>): TaskLocation => ({
  id: row.id,
  queueId: row.queue_id,
  threadKey: hexOrNull(row.thread_key),
});

const liveTaskOf = (row: LiveTaskRow): LiveTask => ({
  id: row.id,
  queueId: row.queue_id,
  threadKey: hexOrNull(row.thread_key),
  threadId: textOrNull(row.thread_id),
  attempt: row.attempt,
  maxAttempts: row.max_attempts,
  backoff: row.backoff,
  scheduledAtMs: row.scheduled_at.getTime(),
  readyAtMs: msOrNull(row.ready_at),
  payloadBytes: row.payload_bytes,
  restartedFrom: row.restarted_from,
  traceparent: row.traceparent,
});

/** Finds where live tasks belong, without a lock. */
export const locateTasks = async (sql: Sql, ids: readonly string[]): Promise<TaskLocation[]> =>
  ids.length === 0 ? [] : (await sql.rows<LiveTaskRow>(selectLocations, [idValues(ids)])).map(locationOf);

/** Locks live tasks in the order of their ids, and reads them as they now are. */
export const lockTasks = async (sql: Sql, ids: readonly string[]): Promise<Map<string, LiveTask>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<LiveTaskRow>(lockTasksById, [idValues(ids)]);
  return new Map(rows.map((row) => [row.id, liveTaskOf(row)]));
};

const compareIds = (left: { id: string }, right: { id: string }): number =>
  left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

/** Writes what changes left of live tasks. */
export const updateTasks = (sql: Sql, updates: readonly TaskUpdate[]): void => {
  if (updates.length === 0) return;
  const rows = updates.toSorted(compareIds).map((update) => ({
    id: update.id,
    scheduled: sqlTime(update.scheduledAtMs),
    attempt: update.attempt,
    ready: sqlTimeOrNull(update.readyAtMs),
  }));
  sql.defer(updateTasksById, [JSON.stringify(rows)]);
};

/** Takes tasks out of the live table. */
export const deleteTasks = (sql: Sql, ids: readonly string[]): void => {
  if (ids.length > 0) sql.defer(...deleteTasksById(ids));
};

/** A live task's own backoff, or null when its queue's holds. */
export const readOwnBackoff = async (sql: Sql, id: string): Promise<Backoff | null> => {
  const [row] = await sql.rows<{ backoff: string | null }>(selectOwnBackoff, [id]);
  // It was checked by the contract when the task was enqueued.
  return row === undefined || row.backoff === null ? null : (JSON.parse(row.backoff) as Backoff);
};

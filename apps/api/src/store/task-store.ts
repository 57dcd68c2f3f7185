import type { Member } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { idList, idTable, rowTable } from './json-table.js';
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
}

/** What a change leaves of a live task. */
export interface TaskUpdate {
  readonly id: string;
  readonly scheduledAtMs: number;
  readonly attempt: number;
  readonly readyAtMs: number | null;
}

/** The earliest member behind a thread's front. */
export interface WaitingMember extends Member {
  readonly queueId: number;
  readonly attempt: number;
  readonly threadKey: string;
}

/** Which members a look behind the front passes over. */
export interface LineExclusion {
  readonly threadKey: string;
  readonly excludedIds: readonly string[];
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
}

const joinById = `${idTable} j STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id`;
const liveColumns =
  't.id, t.queue_id, t.thread_key, t.thread_id, t.attempt, t.max_attempts, t.backoff, t.scheduled_at, t.ready_at, t.payload_bytes';
export const selectLocations = `SELECT t.id, t.queue_id, t.thread_key FROM ${joinById}`;
export const lockTasksById = `SELECT ${liveColumns} FROM ${joinById} FOR UPDATE`;
export const selectMembers = `SELECT t.id, t.scheduled_at, t.queue_id, t.attempt, t.thread_key FROM ${joinById}`;
// The order names the key as well: without it MySQL reads and sorts the whole thread.
export const selectEarliestOthers = `
  SELECT t.id, t.scheduled_at, t.queue_id, t.attempt, t.thread_key
  FROM ${rowTable({ hex: 'CHAR(32) CHARACTER SET ascii', excluded: 'TEXT' })} j
  STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = (
    SELECT m.id FROM tasks m FORCE INDEX (tasks_line)
    WHERE m.thread_key = UNHEX(j.hex) AND NOT FIND_IN_SET(m.id, j.excluded)
    ORDER BY m.thread_key, m.scheduled_at, m.id LIMIT 1)`;
export const updateTasksById = `
  UPDATE ${rowTable({ id: 'BIGINT', scheduled: 'DATETIME(3)', attempt: 'INT', ready: 'DATETIME(3)' })} j
  STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id
  SET t.scheduled_at = j.scheduled, t.attempt = j.attempt, t.ready_at = j.ready`;
export const deleteTasksById = `DELETE t FROM ${joinById}`;

const locationOf = (row: Pick<LiveTaskRow, 'id' | 'queue_id' | 'thread_key'>): TaskLocation => ({
  id: row.id,
  queueId: row.queue_id,
  threadKey: hexOrNull(row.thread_key),
});

const liveTaskOf = (row: LiveTaskRow): LiveTask => ({
  ...locationOf(row),
  threadId: textOrNull(row.thread_id),
  attempt: row.attempt,
  maxAttempts: row.max_attempts,
  backoff: row.backoff,
  scheduledAtMs: row.scheduled_at.getTime(),
  readyAtMs: msOrNull(row.ready_at),
  payloadBytes: row.payload_bytes,
});

const memberOf = (row: LiveTaskRow): WaitingMember => ({
  id: row.id,
  scheduledAtMs: row.scheduled_at.getTime(),
  queueId: row.queue_id,
  attempt: row.attempt,
  threadKey: hexOrNull(row.thread_key) ?? '',
});

/** Finds where live tasks belong, without a lock. */
export const locateTasks = async (sql: Sql, ids: readonly string[]): Promise<TaskLocation[]> =>
  (await sql.rows<LiveTaskRow>(selectLocations, [idList(ids)])).map(locationOf);

/** Locks live tasks in the order of their ids, and reads them as they now are. */
export const lockTasks = async (sql: Sql, ids: readonly string[]): Promise<Map<string, LiveTask>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<LiveTaskRow>(lockTasksById, [idList(ids)]);
  return new Map(rows.map((row) => [row.id, liveTaskOf(row)]));
};

/** Reads members' places in their lines; the caller holds their threads' locks, so these stay true. */
export const readMembers = async (sql: Sql, ids: readonly string[]): Promise<Map<string, WaitingMember>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<LiveTaskRow>(selectMembers, [idList(ids)]);
  return new Map(rows.map((row) => [row.id, memberOf(row)]));
};

/** Reads the earliest member of each thread but the excluded ones, by thread key. */
export const readEarliestOthers = async (
  sql: Sql,
  exclusions: readonly LineExclusion[],
): Promise<Map<string, WaitingMember>> => {
  if (exclusions.length === 0) return new Map();
  const given = exclusions.map(({ threadKey, excludedIds }) => ({
    hex: threadKey,
    excluded: excludedIds.join(','),
  }));
  const rows = await sql.rows<LiveTaskRow>(selectEarliestOthers, [JSON.stringify(given)]);
  return new Map(rows.map((row) => memberOf(row)).map((member) => [member.threadKey, member]));
};

const byId = (left: { id: string }, right: { id: string }): number =>
  left.id.length - right.id.length || (left.id < right.id ? -1 : 1);

/** Writes what changes left of live tasks. */
export const updateTasks = async (sql: Sql, updates: readonly TaskUpdate[]): Promise<void> => {
  if (updates.length === 0) return;
  const rows = updates.toSorted(byId).map((update) => ({
    id: update.id,
    scheduled: sqlTime(update.scheduledAtMs),
    attempt: update.attempt,
    ready: sqlTimeOrNull(update.readyAtMs),
  }));
  await sql.change(updateTasksById, [JSON.stringify(rows)]);
};

/** Takes tasks out of the live table. */
export const deleteTasks = async (sql: Sql, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await sql.change(deleteTasksById, [idList(ids)]);
};

import type { Sql } from '../platform/database/sql.js';
import { noteDeaths, noteRemovals } from './error-group-journal.js';
import { idList, idTable, rowLists, rowTable } from './json-table.js';
import { carriedFrom, carriedInto } from './task-columns.js';
import { sqlTime, textOrNull } from './values.js';

/** The death of a live task that comes to rest in the DLQ (R6). */
export interface TaskDeath {
  readonly id: string;
  readonly diedAtMs: number;
  readonly errorType: string | null;
  readonly errorMessage: string;
  /** 16 hexadecimal digits: the group of tasks that died alike. */
  readonly group: string;
  /** The token by which a worker declared the death; null after a lapse. */
  readonly token: string | null;
}

/** A dead task as a restart needs it: all but its payload. */
export interface DeadTaskRecord {
  readonly id: string;
  readonly queueId: number;
  readonly threadId: string | null;
  readonly type: string | null;
  readonly maxAttempts: number;
  readonly backoff: string | null;
  readonly scheduledAtMs: number;
  readonly payloadBytes: number;
  readonly traceparent: string | null;
  readonly deadLetter: string | null;
  readonly settledToken: string | null;
}

interface DeadTaskRow {
  id: string;
  queue_id: number;
  thread_key: Buffer | null;
  thread_id: Buffer | null;
  type: Buffer | null;
  max_attempts: number;
  backoff: string | null;
  scheduled_at: Date;
  payload_bytes: number;
  traceparent: string | null;
  dead_letter: string | null;
  settled_token: string | null;
}

const deathColumns = {
  id: 'BIGINT',
  died: 'DATETIME(3)',
  error_type: 'VARCHAR(200)',
  error_message: 'TEXT',
  grouped: 'CHAR(16) CHARACTER SET ascii',
  token: 'BIGINT',
};
const copyLiveToDead = `
  INSERT INTO dead_tasks (id, ${carriedInto}, died_at, error_type, error_message, error_group, settled_token)
  SELECT t.id, ${carriedFrom('t')}, j.died, j.error_type, j.error_message, UNHEX(j.grouped), j.token
  FROM ${rowTable(deathColumns)} j STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id`;
const joinById = `${idTable} j STRAIGHT_JOIN dead_tasks d FORCE INDEX (PRIMARY) ON d.id = j.id`;
const columns =
  'd.id, d.queue_id, d.thread_id, d.type, d.max_attempts, d.backoff, d.scheduled_at, d.payload_bytes, ' +
  'd.traceparent, d.dead_letter, d.settled_token';
export const selectDeadById = `SELECT ${columns} FROM ${joinById}`;
const lockDeadById = `${selectDeadById} FOR UPDATE`;
const selectDeadPayloads = `SELECT d.id, d.payload FROM ${joinById}`;
const deleteDeadById = `DELETE d FROM ${joinById}`;
const selectExpiredDead = `
  SELECT id FROM dead_tasks FORCE INDEX (dead_tasks_by_queue)
  WHERE queue_id = ? AND died_at < ? ORDER BY died_at LIMIT ?`;

const recordOf = (row: DeadTaskRow): DeadTaskRecord => ({
  id: row.id,
  queueId: row.queue_id,
  threadId: textOrNull(row.thread_id),
  type: textOrNull(row.type),
  maxAttempts: row.max_attempts,
  backoff: row.backoff,
  scheduledAtMs: row.scheduled_at.getTime(),
  payloadBytes: row.payload_bytes,
  traceparent: row.traceparent,
  deadLetter: row.dead_letter,
  settledToken: row.settled_token,
});

const byId = (rows: readonly DeadTaskRow[]): Map<string, DeadTaskRecord> =>
  new Map(rows.map((row) => [row.id, recordOf(row)]));

/** Lays dead tasks to rest in the DLQ, counted in their groups; the payload never leaves the database. */
export const layToRest = async (sql: Sql, deaths: readonly TaskDeath[]): Promise<void> => {
  if (deaths.length === 0) return;
  const rows = deaths.map((death) => ({
    id: death.id,
    died: sqlTime(death.diedAtMs),
    error_type: death.errorType,
    error_message: death.errorMessage,
    grouped: death.group,
    token: death.token,
  }));
  for (const list of rowLists(rows)) await sql.change(copyLiveToDead, [list]);
  noteDeaths(
    sql,
    deaths.map(({ id }) => id),
  );
};

/** Reads dead tasks without a lock. */
export const readDead = async (sql: Sql, ids: readonly string[]): Promise<Map<string, DeadTaskRecord>> =>
  ids.length === 0 ? new Map() : byId(await sql.rows<DeadTaskRow>(selectDeadById, [idList(ids)]));

/** Locks dead tasks in the order of their ids. */
export const lockDead = async (sql: Sql, ids: readonly string[]): Promise<Map<string, DeadTaskRecord>> =>
  ids.length === 0 ? new Map() : byId(await sql.rows<DeadTaskRow>(lockDeadById, [idList(ids)]));

/** Payloads of dead tasks, as JSON texts by id. */
export const readDeadPayloads = async (sql: Sql, ids: readonly string[]): Promise<Map<string, string>> => {
  const rows = await sql.rows<{ id: string; payload: string }>(selectDeadPayloads, [idList(ids)]);
  return new Map(rows.map((row) => [row.id, row.payload]));
};

/** Takes tasks out of the DLQ and out of their groups. */
export const deleteDead = async (sql: Sql, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0;
  noteRemovals(sql, ids);
  return (await sql.change(deleteDeadById, [idList(ids)])).affectedRows;
};

/** Dead tasks whose retention has ended, oldest first. */
export const findExpiredDead = async (
  sql: Sql,
  which: { readonly queueId: number; readonly beforeMs: number; readonly limit: number },
): Promise<string[]> =>
  (
    await sql.rows<{ id: string }>(selectExpiredDead, [which.queueId, new Date(which.beforeMs), which.limit])
  ).map((row) => row.id);

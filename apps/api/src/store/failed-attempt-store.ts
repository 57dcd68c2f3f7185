import type { Sql } from '../platform/database/sql.js';
import { idList, idTable } from './json-table.js';

/** An attempt that failed, as history keeps it. */
export interface FailedAttempt {
  readonly taskId: string;
  readonly attempt: number;
  readonly token: string;
  /** True when no worker said so: the lease lapsed (R7). */
  readonly lapsed: boolean;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly errorType: string | null;
  readonly errorMessage: string;
  readonly errorStack: string | null;
}

/** An attempt to be written down: a thread's history is found by its key. */
export interface FailedAttemptRecord extends FailedAttempt {
  readonly queueId: number;
  readonly threadKey: string | null;
}

interface FailedAttemptRow {
  task_id: string;
  attempt: number;
  token: string;
  lapsed: number;
  worker_id: Buffer;
  started_at: Date;
  ended_at: Date;
  error_type: string | null;
  error_message: string;
  error_stack: string | null;
}

const columns =
  'task_id, attempt, token, lapsed, worker_id, started_at, ended_at, error_type, error_message, error_stack';
const insertAttempts = `INSERT INTO failed_attempts (${columns}, queue_id, thread_key) VALUES ?`;
const selectByTask = `SELECT ${columns} FROM failed_attempts WHERE task_id = ? ORDER BY attempt`;
const joinByTask = `${idTable} j STRAIGHT_JOIN failed_attempts a FORCE INDEX (PRIMARY) ON a.task_id = j.id`;
const selectTokensByTask = `SELECT a.task_id, a.attempt, a.token FROM ${joinByTask} WHERE a.lapsed = 0`;
const selectLatestByTask = `
  SELECT a.task_id, a.error_type, a.error_message FROM ${joinByTask}
  WHERE a.attempt = (SELECT MAX(b.attempt) FROM failed_attempts b WHERE b.task_id = j.id)`;
const deleteAttemptsByTask = `DELETE a FROM ${joinByTask}`;

const attemptOf = (row: FailedAttemptRow): FailedAttempt => ({
  taskId: row.task_id,
  attempt: row.attempt,
  token: row.token,
  lapsed: row.lapsed === 1,
  workerId: row.worker_id.toString('utf8'),
  startedAtMs: row.started_at.getTime(),
  endedAtMs: row.ended_at.getTime(),
  errorType: row.error_type,
  errorMessage: row.error_message,
  errorStack: row.error_stack,
});

const bytesPerStatement = 4 * 1024 * 1024;
const bytesOf = (record: FailedAttemptRecord): number =>
  record.errorMessage.length + (record.errorStack?.length ?? 0) + 500;

/** Writes failed attempts down, in statements that no packet limit refuses. */
export const recordFailedAttempts = (sql: Sql, records: readonly FailedAttemptRecord[]): void => {
  let rows: unknown[][] = [];
  let bytes = 0;
  for (const record of records) {
    rows.push([
      record.taskId,
      record.attempt,
      record.token,
      record.lapsed ? 1 : 0,
      Buffer.from(record.workerId, 'utf8'),
      new Date(record.startedAtMs),
      new Date(record.endedAtMs),
      record.errorType,
      record.errorMessage,
      record.errorStack,
      record.queueId,
      record.threadKey === null ? null : Buffer.from(record.threadKey, 'hex'),
    ]);
    bytes += bytesOf(record);
    if (bytes > bytesPerStatement) {
      sql.defer(insertAttempts, [rows]);
      rows = [];
      bytes = 0;
    }
  }
  if (rows.length > 0) sql.defer(insertAttempts, [rows]);
};

/** The failed attempts of one task, first to last. */
export const readFailedAttempts = async (sql: Sql, taskId: string): Promise<FailedAttempt[]> =>
  (await sql.rows<FailedAttemptRow>(selectByTask, [taskId])).map(attemptOf);

/** The tokens that workers spent on failing tasks, as `<task id>:<token>`. */
export const readFailureTokens = async (sql: Sql, taskIds: readonly string[]): Promise<Set<string>> => {
  if (taskIds.length === 0) return new Set();
  const rows = await sql.rows<FailedAttemptRow>(selectTokensByTask, [idList(taskIds)]);
  return new Set(rows.map((row) => `${row.task_id}:${row.token}`));
};

/** What went wrong last, by task id. */
export const readLatestErrors = async (
  sql: Sql,
  taskIds: readonly string[],
): Promise<Map<string, { type: string | null; message: string }>> => {
  if (taskIds.length === 0) return new Map();
  const rows = await sql.rows<FailedAttemptRow>(selectLatestByTask, [idList(taskIds)]);
  return new Map(rows.map((row) => [row.task_id, { type: row.error_type, message: row.error_message }]));
};

/** Forgets the attempts of tasks that are gone. */
export const deleteFailedAttempts = (sql: Sql, taskIds: readonly string[]): void => {
  if (taskIds.length > 0) sql.defer(deleteAttemptsByTask, [idList(taskIds)]);
};

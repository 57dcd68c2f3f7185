import type { Sql } from '../platform/database/sql.js';
import { finishedState } from './finished-task-store.js';
import { textOrNull } from './values.js';

/** One attempt of a thread's task; the running one has neither end nor outcome. */
export interface ThreadRunRecord {
  readonly taskId: string;
  readonly queueId: number;
  readonly attempt: number;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly outcome: 'completed' | 'failed' | 'lapsed' | null;
  readonly error: { readonly type: string | null; readonly message: string } | null;
}

/** Where a history goes on: after the run that ended then. */
export interface RunPosition {
  readonly endedAtMs: number;
  readonly taskId: string;
  readonly attempt: number;
}

/** Which ended runs to read. */
export interface RunSelection {
  readonly threadKey: string;
  /** The queues whose tasks are looked at. */
  readonly queueIds: readonly number[];
  readonly before: RunPosition;
  /** Runs that ended before this time are not looked for. */
  readonly fromMs: number;
  readonly rows: number;
}

/** Before every run: where a history begins. */
export const latestRun: RunPosition = {
  endedAtMs: Date.parse('9999-12-31T23:59:59.999Z'),
  taskId: '9223372036854775807',
  attempt: 65_535,
};

interface RunRow {
  task_id: string;
  queue_id: number;
  attempt: number;
  worker_id: Buffer | null;
  started_at: Date | null;
  ended_at: Date | null;
  outcome: 'completed' | 'failed' | 'lapsed' | null;
  error_type: string | null;
  error_message: string | null;
}

const selectRunning = `
  SELECT l.task_id, l.queue_id, t.attempt, l.worker_id, l.started_at, NULL AS ended_at, NULL AS outcome,
    NULL AS error_type, NULL AS error_message
  FROM leases l STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = l.task_id
  WHERE l.slot = ? AND l.queue_id IN (?)`;

const selectFailed = `
  SELECT a.task_id, a.queue_id, a.attempt, a.worker_id, a.started_at, a.ended_at,
    IF(a.lapsed = 1, 'lapsed', 'failed') AS outcome, a.error_type, a.error_message
  FROM failed_attempts a FORCE INDEX (failed_attempts_by_thread)
  WHERE a.thread_key = ? AND a.ended_at >= ? AND a.ended_at <= ?
    AND (a.ended_at < ? OR a.task_id < ? OR (a.task_id = ? AND a.attempt < ?)) AND a.queue_id IN (?)
  ORDER BY a.ended_at DESC, a.task_id DESC, a.attempt DESC LIMIT ?`;

/** How far back so many completions of each queue reach: an index-only walk from the newest on. */
const selectReach = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    (_, index) => `
  SELECT COUNT(*) AS count, MIN(finished_at) AS finished_at FROM (
    SELECT finished_at FROM finished_tasks FORCE INDEX (finished_tasks_by_end)
    WHERE queue_id = ? AND state = ${finishedState.COMPLETED} AND finished_at <= ?
    ORDER BY finished_at DESC, id DESC LIMIT ?) looked${index}`,
  ).join(' UNION ALL');

/** A thread's completions in each queue: found in the index alone, only these rows are read. */
const selectCompleted = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    (_, index) => `
  SELECT t.id AS task_id, t.queue_id, t.attempt, t.worker_id, t.started_at, t.finished_at AS ended_at,
    'completed' AS outcome, NULL AS error_type, NULL AS error_message
  FROM (
    SELECT id FROM finished_tasks FORCE INDEX (finished_tasks_by_end)
    WHERE queue_id = ? AND state = ${finishedState.COMPLETED} AND finished_at >= ? AND finished_at <= ?
      AND (finished_at < ? OR id < ?) AND thread_key = ?
    ORDER BY finished_at DESC, id DESC LIMIT ?) found${index}
  STRAIGHT_JOIN finished_tasks t FORCE INDEX (PRIMARY) ON t.id = found${index}.id`,
  ).join(' UNION ALL');

const recordOf = (row: RunRow): ThreadRunRecord => ({
  taskId: row.task_id,
  queueId: row.queue_id,
  attempt: row.attempt,
  workerId: textOrNull(row.worker_id) ?? '',
  startedAtMs: row.started_at?.getTime() ?? 0,
  endedAtMs: row.ended_at?.getTime() ?? null,
  outcome: row.outcome,
  error: row.error_message === null ? null : { type: row.error_type, message: row.error_message },
});

/** The attempt that runs in a thread now, or null. */
export const readRunning = async (
  sql: Sql,
  threadKey: string,
  queueIds: readonly number[],
): Promise<ThreadRunRecord | null> => {
  if (queueIds.length === 0) return null;
  const [row] = await sql.rows<RunRow>(selectRunning, [Buffer.from(threadKey, 'hex'), queueIds]);
  return row === undefined ? null : recordOf(row);
};

/**
 * How far back so many completions of these queues reach together, from a time on; null when they are all that are
 * kept. A thread's completions have no index of their own: this bounds the walk in which they are looked for.
 */
export const readReach = async (
  sql: Sql,
  which: { readonly queueIds: readonly number[]; readonly beforeMs: number; readonly completions: number },
): Promise<number | null> => {
  const { queueIds, beforeMs, completions } = which;
  if (queueIds.length === 0) return null;
  const each = Math.max(1, Math.floor(completions / queueIds.length));
  const rows = await sql.rows<{ count: number | string; finished_at: Date | null }>(
    selectReach(queueIds.length),
    queueIds.flatMap((id) => [id, new Date(beforeMs), each]),
  );
  const reaches = rows.flatMap(({ count, finished_at: at }) =>
    at === null || Number(count) < each ? [] : [at.getTime()],
  );
  return reaches.length === 0 ? null : Math.max(...reaches);
};

const readFailed = (sql: Sql, selection: RunSelection): Promise<RunRow[]> => {
  const { threadKey, queueIds, before, fromMs, rows } = selection;
  const from = new Date(fromMs);
  const at = new Date(before.endedAtMs);
  const { taskId, attempt } = before;
  return sql.rows<RunRow>(selectFailed, [
    Buffer.from(threadKey, 'hex'),
    from,
    at,
    at,
    taskId,
    taskId,
    attempt,
    queueIds,
    rows,
  ]);
};

const readCompleted = (sql: Sql, selection: RunSelection): Promise<RunRow[]> => {
  const { threadKey, queueIds, before, fromMs, rows } = selection;
  const from = new Date(fromMs);
  const at = new Date(before.endedAtMs);
  const key = Buffer.from(threadKey, 'hex');
  return sql.rows<RunRow>(
    selectCompleted(queueIds.length),
    queueIds.flatMap((id) => [id, from, at, at, before.taskId, key, rows]),
  );
};

const compareIds = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left === right ? 0 : 1);

const newestFirst = (left: ThreadRunRecord, right: ThreadRunRecord): number =>
  (right.endedAtMs ?? 0) - (left.endedAtMs ?? 0) ||
  compareIds(right.taskId, left.taskId) ||
  right.attempt - left.attempt;

/** Ended runs of a thread, newest end first. */
export const selectThreadRuns = async (sql: Sql, selection: RunSelection): Promise<ThreadRunRecord[]> => {
  if (selection.queueIds.length === 0) return [];
  const failed = await readFailed(sql, selection);
  const completed = await readCompleted(sql, selection);
  return [...failed, ...completed].map(recordOf).sort(newestFirst).slice(0, selection.rows);
};

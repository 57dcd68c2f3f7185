import type { Sql } from '../platform/database/sql.js';
import { isTaken, searchOf, type OperationSelection } from './operation-cover-store.js';

/** How many of a thread's dead tasks a dry run names. */
export const tasksAThread = 10;

/** The dead tasks of one queue that an operation would find. */
export interface SelectedOfQueue {
  readonly queue: string;
  readonly isPaused: boolean;
  readonly count: number;
  /** Those that wait for their turn in another operation. */
  readonly taken: number;
  /** Those that would be done and have no thread. */
  readonly withoutThread: number;
}

/** A thread of which tasks would be restarted. */
export interface SelectedThread {
  readonly key: string;
  readonly threadId: string;
  readonly queueName: string;
  readonly count: number;
}

/** A dead task of such a thread. */
export interface SelectedTask {
  readonly threadKey: string;
  readonly id: string;
  readonly queue: string;
  readonly scheduledAtMs: number;
  readonly diedAtMs: number;
}

interface QueueRow {
  name: string;
  paused: number;
  count: string | number;
  taken: string | number | null;
  without_thread: string | number | null;
}

/** Counts what a selection finds, by queue. */
export const countByQueue = async (sql: Sql, selection: OperationSelection): Promise<SelectedOfQueue[]> => {
  if (selection.queueIds?.length === 0) return [];
  const { index, condition, parameters } = searchOf(selection);
  const statement = `
    SELECT q.name, q.paused, c.count, c.taken, c.without_thread FROM (
      SELECT f.queue_id, COUNT(*) AS count, SUM(f.taken) AS taken, SUM(f.is_free AND NOT f.taken) AS without_thread
      FROM (
        SELECT t.queue_id, t.thread_key IS NULL AS is_free, ${isTaken} AS taken
        FROM dead_tasks t FORCE INDEX (${index}) WHERE ${condition}) f
      GROUP BY f.queue_id) c
    JOIN queues q ON q.id = c.queue_id ORDER BY q.name`;
  return (await sql.rows<QueueRow>(statement, parameters)).map((row) => ({
    queue: row.name,
    isPaused: row.paused === 1,
    count: Number(row.count),
    taken: Number(row.taken ?? 0),
    withoutThread: Number(row.without_thread ?? 0),
  }));
};

/** A thread's dead tasks are next to each other in one index; where few of all are wanted, their own is read instead. */
const threadIndex = ({ threadKeys, group }: OperationSelection, own: string): string =>
  threadKeys === null && group === undefined ? 'dead_tasks_by_thread' : own;

/** The threads that a selection touches, by key. */
export const selectThreadsTouched = async (
  sql: Sql,
  selection: OperationSelection,
  { afterKey, rows }: { readonly afterKey: string | null; readonly rows: number },
): Promise<SelectedThread[]> => {
  if (selection.queueIds?.length === 0) return [];
  const { index, condition, parameters } = searchOf(selection);
  const statement = `
    SELECT c.thread_key, c.thread_id, q.name, c.count FROM (
      SELECT t.thread_key, MIN(t.thread_id) AS thread_id, MIN(t.queue_id) AS queue_id, COUNT(*) AS count
      FROM dead_tasks t FORCE INDEX (${threadIndex(selection, index)})
      WHERE ${condition} AND t.thread_key > ? AND NOT ${isTaken}
      GROUP BY t.thread_key ORDER BY t.thread_key LIMIT ?) c
    JOIN queues q ON q.id = c.queue_id ORDER BY c.thread_key`;
  const found = await sql.rows<{
    thread_key: Buffer;
    thread_id: Buffer;
    name: string;
    count: string | number;
  }>(statement, [...parameters, Buffer.from(afterKey ?? '', 'hex'), rows]);
  return found.map((row) => ({
    key: row.thread_key.toString('hex'),
    threadId: row.thread_id.toString('utf8'),
    queueName: row.name,
    count: Number(row.count),
  }));
};

interface TaskRow {
  thread_key: Buffer;
  id: string;
  name: string;
  scheduled_at: Date;
  died_at: Date;
}

/** The first dead tasks of these threads, in the order in which they would come back. */
export const selectFirstOfThreads = async (
  sql: Sql,
  selection: OperationSelection,
  threadKeys: readonly string[],
): Promise<SelectedTask[]> => {
  if (threadKeys.length === 0) return [];
  const { condition, parameters } = searchOf(selection);
  const statement = `
    SELECT c.thread_key, c.id, q.name, c.scheduled_at, c.died_at FROM (
      SELECT t.thread_key, t.id, t.queue_id, t.scheduled_at, t.died_at,
        ROW_NUMBER() OVER (PARTITION BY t.thread_key ORDER BY t.scheduled_at, t.id) AS place
      FROM dead_tasks t FORCE INDEX (dead_tasks_by_thread)
      WHERE t.thread_key IN (?) AND ${condition} AND NOT ${isTaken}) c
    JOIN queues q ON q.id = c.queue_id WHERE c.place <= ${tasksAThread} ORDER BY c.thread_key, c.place`;
  const keys = threadKeys.map((key) => Buffer.from(key, 'hex'));
  return (await sql.rows<TaskRow>(statement, [keys, ...parameters])).map((row) => ({
    threadKey: row.thread_key.toString('hex'),
    id: row.id,
    queue: row.name,
    scheduledAtMs: row.scheduled_at.getTime(),
    diedAtMs: row.died_at.getTime(),
  }));
};

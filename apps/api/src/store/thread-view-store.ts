import type { Sql } from '../platform/database/sql.js';
import { selectLiveTasks } from './task-list-store.js';
import { readEarliestOthers } from './waiting-member-store.js';
import type { TaskRecord } from './task-view-store.js';

/** A thread as screens show it. */
export interface ThreadView {
  readonly key: string;
  readonly threadId: string;
  readonly scopeQueueId: number;
  readonly size: number;
  readonly createdAtMs: number;
  readonly inProgress: TaskRecord | null;
  readonly head: TaskRecord | null;
}

/** Which threads to list. */
export interface ThreadSelection {
  readonly sort: 'oldest' | 'size';
  readonly threadId: string | null;
  readonly prefix: string | null;
  /** Only threads with a member in one of these queues; null for any. */
  readonly queueIds: readonly number[] | null;
  readonly after: { readonly sortValue: number; readonly key: string } | null;
  readonly rows: number;
}

interface ThreadRow {
  thread_key: Buffer;
  thread_id: Buffer;
  scope_queue_id: number;
  front_task_id: string;
  size: number;
  created_at: Date;
}

const selectThread =
  'SELECT thread_key, thread_id, scope_queue_id, front_task_id, size, created_at FROM threads t WHERE thread_key = ?';
const countDead =
  'SELECT COUNT(*) AS count FROM dead_tasks FORCE INDEX (dead_tasks_by_thread) WHERE thread_key = ?';
const countDeadIn = `${countDead} AND queue_id IN (?)`;
const selectMemberIn =
  'SELECT id FROM tasks FORCE INDEX (tasks_line) WHERE thread_key = ? AND queue_id IN (?) LIMIT 1';

const orders = {
  oldest: {
    after: '(t.created_at > ? OR (t.created_at = ? AND t.thread_key > ?))',
    by: 't.created_at, t.thread_key',
  },
  size: { after: '(t.size < ? OR (t.size = ? AND t.thread_key > ?))', by: 't.size DESC, t.thread_key' },
} as const;

/** Both servers would rather sort every thread than walk this index. */
const byAge = 'FORCE INDEX FOR ORDER BY (threads_by_age)';
const byPrefix = 'FORCE INDEX (threads_by_id)';
/** Reading every thread in the order of the table takes a fifth of the time of looking up each one. */
const inOrderOfTable = 'IGNORE INDEX (threads_by_id, threads_by_age)';
const mostByPrefix = 5_000;
const countPrefix = `
  SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM threads ${byPrefix} WHERE thread_id LIKE ? LIMIT ${mostByPrefix + 1}) few`;

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Looks at the fronts of threads, and at the members behind those that run: a few statements for all of them. */
const viewsOf = async (sql: Sql, rows: readonly ThreadRow[]): Promise<ThreadView[]> => {
  const fronts = byId(
    await selectLiveTasks(
      sql,
      rows.map((row) => row.front_task_id),
    ),
  );
  const running = rows.filter((row) => (fronts.get(row.front_task_id)?.lease ?? null) !== null);
  const behind = await readEarliestOthers(
    sql,
    running.map((row) => ({ threadKey: row.thread_key.toString('hex'), excludedIds: [row.front_task_id] })),
  );
  const heads = byId(
    await selectLiveTasks(
      sql,
      [...behind.values()].flatMap((member) => member?.id ?? []),
    ),
  );
  return rows.map((row) => {
    const key = row.thread_key.toString('hex');
    const front = fronts.get(row.front_task_id) ?? null;
    const isRunning = front !== null && front.lease !== null;
    return {
      key,
      threadId: row.thread_id.toString('utf8'),
      scopeQueueId: row.scope_queue_id,
      size: row.size,
      createdAtMs: row.created_at.getTime(),
      inProgress: isRunning ? front : null,
      head: isRunning ? (heads.get(behind.get(key)?.id ?? '') ?? null) : front,
    };
  });
};

const byId = (tasks: readonly TaskRecord[]): Map<string, TaskRecord> =>
  new Map(tasks.map((task) => [task.id, task]));

/** A thread with who runs in it and who runs next, or null once its last member has left (R10). */
export const readThread = async (sql: Sql, threadKey: string): Promise<ThreadView | null> => {
  const [view] = await viewsOf(sql, await sql.rows<ThreadRow>(selectThread, [Buffer.from(threadKey, 'hex')]));
  return view ?? null;
};

/** Whether a thread has a member in one of these queues; null for any. */
export const hasMemberIn = async (
  sql: Sql,
  threadKey: string,
  queueIds: readonly number[] | null,
): Promise<boolean> => {
  if (queueIds === null) return true;
  if (queueIds.length === 0) return false;
  return (await sql.rows(selectMemberIn, [Buffer.from(threadKey, 'hex'), queueIds])).length > 0;
};

/** How many dead tasks of these queues name a thread; null for every queue. */
export const countDeadOfThread = async (
  sql: Sql,
  threadKey: string,
  queueIds: readonly number[] | null,
): Promise<number> => {
  if (queueIds?.length === 0) return 0;
  const key = Buffer.from(threadKey, 'hex');
  const [row] = await sql.rows<{ count: number | string }>(
    queueIds === null ? countDead : countDeadIn,
    queueIds === null ? [key] : [key, queueIds],
  );
  return Number(row?.count ?? 0);
};

const likePrefix = (prefix: string): Buffer => Buffer.from(`${escapeLike(prefix)}%`, 'utf8');

/** The fastest way to a page: a prefix that few threads have is looked up, another is met on the way. */
const indexFor = async (
  sql: Sql,
  { sort, prefix }: Pick<ThreadSelection, 'sort' | 'prefix'>,
): Promise<string> => {
  if (prefix !== null) {
    const [row] = await sql.rows<{ count: number | string }>(countPrefix, [likePrefix(prefix)]);
    if (Number(row?.count ?? 0) <= mostByPrefix) return byPrefix;
  }
  return sort === 'oldest' ? byAge : inOrderOfTable;
};

/** Lists threads. */
export const selectThreads = async (sql: Sql, selection: ThreadSelection): Promise<ThreadView[]> => {
  const { sort, threadId, prefix, queueIds, after, rows } = selection;
  if (queueIds?.length === 0) return [];
  const conditions: string[] = [];
  const values: unknown[] = [];
  if (threadId !== null) {
    conditions.push('t.thread_id = ?');
    values.push(Buffer.from(threadId, 'utf8'));
  }
  if (prefix !== null) {
    conditions.push('t.thread_id LIKE ?');
    values.push(likePrefix(prefix));
  }
  if (queueIds !== null) {
    conditions.push('EXISTS (SELECT 1 FROM tasks m WHERE m.thread_key = t.thread_key AND m.queue_id IN (?))');
    values.push(queueIds);
  }
  if (after !== null) {
    const value = sort === 'oldest' ? new Date(after.sortValue) : after.sortValue;
    conditions.push(orders[sort].after);
    values.push(value, value, Buffer.from(after.key, 'hex'));
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const index = threadId === null ? await indexFor(sql, selection) : '';
  const statement = `
    SELECT t.thread_key, t.thread_id, t.scope_queue_id, t.front_task_id, t.size, t.created_at FROM threads t ${index}
    ${where} ORDER BY ${orders[sort].by} LIMIT ?`;
  const found = await sql.rows<ThreadRow>(statement, [...values, rows]);
  return await viewsOf(sql, found);
};

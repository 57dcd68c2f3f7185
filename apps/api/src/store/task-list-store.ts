import type { Sql } from '../platform/database/sql.js';
import { recordsOf, type TaskRecord } from './task-view-store.js';
import { fromLive, leaseOfTask, liveView, queueOfTask, type TaskViewRow } from './task-views.js';

const selectMembers = `
  SELECT ${liveView} FROM tasks t FORCE INDEX (tasks_line) ${queueOfTask} ${leaseOfTask}
  WHERE t.thread_key = ? AND t.scheduled_at >= ? AND (t.scheduled_at > ? OR t.id > ?)
  ORDER BY t.scheduled_at, t.id LIMIT ?`;

/** Members of a thread in running order after a place in the line. */
export const selectThreadMembers = async (
  sql: Sql,
  which: {
    readonly threadKey: string;
    readonly afterMs: number;
    readonly afterId: string;
    readonly rows: number;
  },
): Promise<TaskRecord[]> => {
  const after = new Date(which.afterMs);
  const key = Buffer.from(which.threadKey, 'hex');
  return await recordsOf(
    sql,
    await sql.rows<TaskViewRow>(selectMembers, [key, after, after, which.afterId, which.rows]),
  );
};

/** Live tasks by id, in no order. */
export const selectLiveTasks = async (sql: Sql, ids: readonly string[]): Promise<TaskRecord[]> => {
  if (ids.length === 0) return [];
  return await recordsOf(
    sql,
    await sql.rows<TaskViewRow>(`SELECT ${liveView} ${fromLive} WHERE t.id IN (?)`, [ids]),
  );
};

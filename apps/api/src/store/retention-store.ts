import type { Sql } from '../platform/database/sql.js';

const selectQueuesOfFinished = 'SELECT DISTINCT queue_id FROM finished_tasks';
const deleteOldMarks = `
  DELETE FROM transaction_marks WHERE made_at < NOW(3) - INTERVAL 10 MINUTE ORDER BY made_at LIMIT ?`;

/** The queues that finished tasks name, deleted ones among them. */
export const queuesOfFinished = async (sql: Sql): Promise<number[]> =>
  (await sql.rows<{ queue_id: number }>(selectQueuesOfFinished)).map((row) => row.queue_id);

/** Forgets marks of transactions whose outcome nobody asks about any more; tells how many. */
export const pruneMarks = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteOldMarks, [limit])).affectedRows;

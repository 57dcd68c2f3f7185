import type { Sql } from '../platform/database/sql.js';

const selectQueuesOfFinished = 'SELECT DISTINCT queue_id FROM finished_tasks';
const deleteOldMarks = `
  DELETE FROM transaction_marks WHERE made_at < NOW(3) - INTERVAL 10 MINUTE ORDER BY made_at LIMIT ?`;
/** A sparkline shows a day. */
const deleteOldHours = `
  DELETE FROM error_group_hours WHERE hour_at < NOW(3) - INTERVAL 25 HOUR ORDER BY hour_at LIMIT ?`;
/** An empty group is remembered, so that it can regress. */
const deleteEmptyGroups = `
  DELETE FROM error_groups WHERE dead = 0 AND last_seen_at < NOW(3) - INTERVAL 30 DAY
  ORDER BY last_seen_at LIMIT ?`;

/** The queues that finished tasks name, deleted ones among them. */
export const queuesOfFinished = async (sql: Sql): Promise<number[]> =>
  (await sql.rows<{ queue_id: number }>(selectQueuesOfFinished)).map((row) => row.queue_id);

/** Forgets marks of transactions whose outcome nobody asks about any more; tells how many. */
export const pruneMarks = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteOldMarks, [limit])).affectedRows;

/** Forgets deaths by hour that no sparkline shows any more; tells how many rows. */
export const pruneGroupHours = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteOldHours, [limit])).affectedRows;

/** Forgets groups without dead tasks in which nobody died for 30 days; tells how many. */
export const pruneGroups = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteEmptyGroups, [limit])).affectedRows;

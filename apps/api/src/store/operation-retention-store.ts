import type { Sql } from '../platform/database/sql.js';
import { attention } from './operation-store.js';

export const selectOldOperation = `
  SELECT id FROM operations FORCE INDEX (operations_by_attention)
  WHERE attention = ${attention.none} AND finished_at < NOW(3) - INTERVAL 30 DAY ORDER BY id LIMIT 1`;
const deleteSomeTasks = 'DELETE FROM operation_tasks WHERE operation_id = ? ORDER BY place LIMIT ?';
const deleteRest = [
  'DELETE FROM operation_counts WHERE operation_id = ?',
  'DELETE FROM operation_queues WHERE operation_id = ?',
  'DELETE FROM operations WHERE id = ?',
];

/** Forgets an operation that ended and was verified a month ago, so many of its tasks at a time; tells how many rows. */
export const pruneOperations = async (sql: Sql, limit: number): Promise<number> => {
  const [old] = await sql.rows<{ id: string }>(selectOldOperation);
  if (old === undefined) return 0;
  const { affectedRows } = await sql.change(deleteSomeTasks, [old.id, limit]);
  if (affectedRows === limit) return affectedRows;
  for (const statement of deleteRest) await sql.change(statement, [old.id]);
  return affectedRows + 1;
};

import type { Sql } from '../platform/database/sql.js';
import type { ErrorTraits } from './error-fingerprint.js';
import { noteDeaths } from './error-group-journal.js';
import { idList, idTable, rowLists, rowTable } from './json-table.js';

/** A dead task without a group, and what its group depends on. */
export interface UngroupedTask extends ErrorTraits {
  readonly id: string;
}

interface UngroupedRow {
  id: string;
  queue_name: string | null;
  error_type: string | null;
  error_message: string;
  error_stack: string | null;
}

const selectUngrouped = `
  SELECT id FROM dead_tasks FORCE INDEX (dead_tasks_by_group)
  WHERE error_group IS NULL ORDER BY died_at DESC, id DESC LIMIT ?`;
const lockUngroupedById = `
  SELECT d.id, d.error_type, d.error_message,
    (SELECT q.name FROM queues q WHERE q.id = d.queue_id) AS queue_name,
    (SELECT a.error_stack FROM failed_attempts a WHERE a.task_id = d.id AND a.attempt = d.attempt) AS error_stack
  FROM ${idTable} j STRAIGHT_JOIN dead_tasks d FORCE INDEX (PRIMARY) ON d.id = j.id
  WHERE d.error_group IS NULL FOR UPDATE`;
export const updateGroupById = `
  UPDATE ${rowTable({ id: 'BIGINT', grp: 'CHAR(16) CHARACTER SET ascii' })} j
  STRAIGHT_JOIN dead_tasks d FORCE INDEX (PRIMARY) ON d.id = j.id SET d.error_group = UNHEX(j.grp)`;

/** Dead tasks without a group, latest death first. */
export const findUngrouped = async (sql: Sql, limit: number): Promise<string[]> =>
  (await sql.rows<{ id: string }>(selectUngrouped, [limit])).map(({ id }) => id);

/** Locks those of these tasks that still are dead and without a group. */
export const lockUngrouped = async (sql: Sql, ids: readonly string[]): Promise<UngroupedTask[]> =>
  (await sql.rows<UngroupedRow>(lockUngroupedById, [idList(ids)])).map((row) => ({
    id: row.id,
    queue: row.queue_name ?? '',
    type: row.error_type,
    message: row.error_message,
    stack: row.error_stack,
  }));

/** Gives locked dead tasks their groups, and writes them down to be counted. */
export const groupDead = async (
  sql: Sql,
  grouped: readonly { readonly id: string; readonly group: string }[],
): Promise<void> => {
  if (grouped.length === 0) return;
  for (const list of rowLists(grouped.map(({ id, group }) => ({ id, grp: group }))))
    await sql.change(updateGroupById, [list]);
  noteDeaths(
    sql,
    grouped.map(({ id }) => id),
  );
};

import type { DeadTaskQuery } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { deadView, queueOfTask, recordsOf, type TaskRecord, type TaskViewRow } from './task-view-store.js';

/** Which dead tasks to list: after which, how many rows. */
export interface DeadTaskSelection extends Omit<DeadTaskQuery, 'queue' | 'threadId' | 'limit' | 'cursor'> {
  readonly queueIds: readonly number[] | null;
  readonly threadKeys: readonly string[] | null;
  /** Chosen ones alone. */
  readonly ids?: readonly string[] | undefined;
  readonly before: { readonly diedAtMs: number; readonly id: string } | null;
  readonly rows: number;
}

/** The part of a statement over `dead_tasks t` that selects: the index to force, the condition, its parameters. */
export interface DeadTaskSearch {
  readonly index: string;
  /** Conditions joined by AND; `TRUE` for none. */
  readonly condition: string;
  readonly parameters: readonly unknown[];
}

/** How dead tasks are searched for; the same for a list and for an operation with the same filter. */
export const deadTaskSearch = (selection: Omit<DeadTaskSelection, 'rows'>): DeadTaskSearch => {
  const conditions = conditionsOf(selection);
  return {
    index: indexFor(selection),
    condition: conditions.length === 0 ? 'TRUE' : conditions.map(([text]) => text).join(' AND '),
    parameters: conditions.flatMap(([, given]) => given),
  };
};

const conditionsOf = (selection: Omit<DeadTaskSelection, 'rows'>): [string, unknown[]][] => {
  const { queueIds, threadKeys, ids, type, errorType, group, from, to, before } = selection;
  const conditions: [string, unknown[]][] = [];
  if (ids !== undefined) conditions.push(['t.id IN (?)', [ids]]);
  if (queueIds !== null) conditions.push(['t.queue_id IN (?)', [queueIds]]);
  if (threadKeys !== null)
    conditions.push(['t.thread_key IN (?)', [threadKeys.map((key) => Buffer.from(key, 'hex'))]]);
  if (type !== undefined) conditions.push(['t.type = ?', [Buffer.from(type, 'utf8')]]);
  if (errorType !== undefined) conditions.push(['t.error_type = ?', [errorType]]);
  if (group !== undefined) conditions.push(['t.error_group = ?', [Buffer.from(group, 'hex')]]);
  if (from !== undefined) conditions.push(['t.died_at >= ?', [new Date(from)]]);
  if (to !== undefined) conditions.push(['t.died_at < ?', [new Date(to)]]);
  if (before !== null) {
    const at = new Date(before.diedAtMs);
    conditions.push(['t.died_at <= ? AND (t.died_at < ? OR t.id < ?)', [at, at, before.id]]);
  }
  return conditions;
};

/**
 * The index that holds the wanted tasks in the order of the list. Forced: left alone, MariaDB reads a queue's DLQ
 * from its newest death on for every page.
 */
const indexFor = ({ ids, threadKeys, group, queueIds }: Omit<DeadTaskSelection, 'rows'>): string => {
  if (ids !== undefined) return 'PRIMARY';
  if (threadKeys !== null) return 'dead_tasks_by_thread';
  if (group !== undefined) return 'dead_tasks_by_group';
  return queueIds?.length === 1 ? 'dead_tasks_by_queue' : 'dead_tasks_by_death';
};

/** Reads dead tasks, newest death first; never their payloads. */
export const selectDeadTasks = async (sql: Sql, selection: DeadTaskSelection): Promise<TaskRecord[]> => {
  if (selection.queueIds?.length === 0) return [];
  const { index, condition, parameters } = deadTaskSearch(selection);
  const statement = `
    SELECT ${deadView} FROM dead_tasks t FORCE INDEX (${index}) ${queueOfTask}
    WHERE ${condition} ORDER BY t.died_at DESC, t.id DESC LIMIT ?`;
  return await recordsOf(sql, await sql.rows<TaskViewRow>(statement, [...parameters, selection.rows]));
};

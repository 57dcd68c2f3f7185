import type { DeadTaskQuery } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { searchBudgetMs } from './search-budget.js';
import { recordsOf, type TaskRecord } from './task-view-store.js';
import { deadView, queueOfTask, type TaskViewRow } from './task-views.js';

/** Which dead tasks to list: after which, how many rows. */
export interface DeadTaskSelection extends Omit<DeadTaskQuery, 'queue' | 'threadId' | 'limit' | 'cursor'> {
  readonly queueIds: readonly number[] | null;
  readonly threadKeys: readonly string[] | null;
  /** Chosen ones alone. */
  readonly ids?: readonly string[] | undefined;
  readonly before: DeadTaskPlace | null;
  readonly rows: number;
}

/** A place in the list: everything further on died earlier, or at the same time with a smaller id. */
export interface DeadTaskPlace {
  readonly diedAtMs: number;
  readonly id: string;
}

/** Dead tasks found, newest death first. */
export interface FoundDeadTasks {
  readonly rows: readonly TaskRecord[];
  /** Up to which place was looked, when the time for one call ended before the search did; else null. */
  readonly lookedUpTo: DeadTaskPlace | null;
}

/** So many entries of an index are looked through first: mostly a page is among them. */
const entriesInFirstWindow = 200;
const entriesAWindow = 5_000;

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

/** What only the rows themselves tell: a search by it may read many to find few. */
const needsRows = ({ type, errorType, queueIds, threadKeys, group }: DeadTaskSelection): boolean =>
  type !== undefined ||
  errorType !== undefined ||
  (queueIds !== null && (queueIds.length > 1 || threadKeys !== null || group !== undefined)) ||
  (threadKeys !== null && group !== undefined);

const read = (
  sql: Sql,
  selection: DeadTaskSelection,
  downTo: DeadTaskPlace | null,
): Promise<TaskViewRow[]> => {
  const { index, condition, parameters } = deadTaskSearch(selection);
  const floor = downTo === null ? [] : [new Date(downTo.diedAtMs), new Date(downTo.diedAtMs), downTo.id];
  const statement = `
    SELECT ${deadView} FROM dead_tasks t FORCE INDEX (${index}) ${queueOfTask}
    WHERE ${condition} ${downTo === null ? '' : 'AND t.died_at >= ? AND (t.died_at > ? OR t.id >= ?)'}
    ORDER BY t.died_at DESC, t.id DESC LIMIT ?`;
  return sql.rows<TaskViewRow>(statement, [...parameters, ...floor, selection.rows]);
};

/** The last place of the next window, by the index alone; null when less than a window is left. */
const endOfWindow = async (
  sql: Sql,
  selection: DeadTaskSelection,
  entries: number,
): Promise<DeadTaskPlace | null> => {
  const { threadKeys, group, queueIds, from, to, before } = selection;
  const index = indexFor(selection);
  const narrowed = {
    queueIds: index === 'dead_tasks_by_queue' ? queueIds : null,
    threadKeys,
    group: threadKeys === null ? group : undefined,
  };
  const { condition, parameters } = deadTaskSearch({ ...narrowed, from, to, before });
  const [row] = await sql.rows<{ id: string; died_at: Date }>(
    `SELECT t.id, t.died_at FROM dead_tasks t FORCE INDEX (${index}) WHERE ${condition}
     ORDER BY t.died_at DESC, t.id DESC LIMIT 1 OFFSET ?`,
    [...parameters, entries - 1],
  );
  return row === undefined ? null : { diedAtMs: row.died_at.getTime(), id: row.id };
};

/** Walks the index, a window at a time, until enough is found or the time is over. */
const walk = async (
  sql: Sql,
  selection: DeadTaskSelection,
): Promise<{ found: TaskViewRow[]; lookedUpTo: DeadTaskPlace | null }> => {
  const found: TaskViewRow[] = [];
  const deadlineMs = performance.now() + searchBudgetMs;
  let { before } = selection;
  for (let entries = entriesInFirstWindow; ; entries = entriesAWindow) {
    const end = await endOfWindow(sql, { ...selection, before }, entries);
    found.push(...(await read(sql, { ...selection, before, rows: selection.rows - found.length }, end)));
    if (end === null || found.length >= selection.rows) return { found, lookedUpTo: null };
    if (performance.now() > deadlineMs) return { found, lookedUpTo: end };
    before = end;
  }
};

/**
 * Reads dead tasks, newest death first; never their payloads. A search by what no index holds ends after a bounded
 * time and says where it goes on.
 */
export const selectDeadTasks = async (sql: Sql, selection: DeadTaskSelection): Promise<FoundDeadTasks> => {
  if (selection.queueIds?.length === 0) return { rows: [], lookedUpTo: null };
  const { found, lookedUpTo } = needsRows(selection)
    ? await walk(sql, selection)
    : { found: await read(sql, selection, null), lookedUpTo: null };
  return { rows: await recordsOf(sql, found), lookedUpTo };
};

import type { DeadTaskQuery } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { deadView, queueOfTask, recordsOf, type TaskRecord, type TaskViewRow } from './task-view-store.js';

/** Which dead tasks to list: after which, how many rows. */
export interface DeadTaskSelection extends Omit<DeadTaskQuery, 'queue' | 'threadId' | 'limit' | 'cursor'> {
  readonly queueIds: readonly number[] | null;
  readonly threadKeys: readonly string[] | null;
  readonly before: { readonly diedAtMs: number; readonly id: string } | null;
  readonly rows: number;
}

/** Dead tasks that died alike. */
export interface DeadGroupRecord {
  readonly group: string;
  readonly queue: string;
  readonly errorType: string | null;
  readonly message: string;
  readonly count: number;
  readonly threads: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly sampleTaskId: string;
}

/** Which groups to list: below which, how many rows. */
export interface DeadGroupSelection {
  readonly queueIds: readonly number[] | null;
  readonly below: { readonly count: number; readonly queue: string; readonly group: string } | null;
  readonly rows: number;
}

const conditionsOf = (selection: DeadTaskSelection): [string, unknown[]][] => {
  const { queueIds, threadKeys, type, errorType, group, from, to, before } = selection;
  const conditions: [string, unknown[]][] = [];
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
const indexFor = ({ threadKeys, group, queueIds }: DeadTaskSelection): string => {
  if (threadKeys !== null) return 'dead_tasks_by_thread';
  if (group !== undefined) return 'dead_tasks_by_group';
  return queueIds?.length === 1 ? 'dead_tasks_by_queue' : 'dead_tasks_by_death';
};

/** Reads dead tasks, newest death first; never their payloads. */
export const selectDeadTasks = async (sql: Sql, selection: DeadTaskSelection): Promise<TaskRecord[]> => {
  if (selection.queueIds?.length === 0) return [];
  const conditions = conditionsOf(selection);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([text]) => text).join(' AND ')}`;
  const values = conditions.flatMap(([, given]) => given);
  const statement = `
    SELECT ${deadView} FROM dead_tasks t FORCE INDEX (${indexFor(selection)}) ${queueOfTask}
    ${where} ORDER BY t.died_at DESC, t.id DESC LIMIT ?`;
  return await recordsOf(sql, await sql.rows<TaskViewRow>(statement, [...values, selection.rows]));
};

interface GroupRow {
  error_group: Buffer;
  queue_name: string;
  error_type: string | null;
  error_message: string;
  count: number | string;
  threads: number | string;
  first_seen_at: Date;
  last_seen_at: Date;
  sample_id: string;
}

const selectGroups = (where: string, below: string): string => `
  SELECT g.error_group, q.name AS queue_name, s.error_type, s.error_message, g.count, g.threads, g.first_seen_at,
    g.last_seen_at, g.sample_id
  FROM (
    SELECT error_group, queue_id, COUNT(*) AS count, COUNT(DISTINCT thread_key) AS threads, MIN(died_at) AS first_seen_at,
      MAX(died_at) AS last_seen_at, MAX(id) AS sample_id
    FROM dead_tasks ${where} GROUP BY error_group, queue_id) g
  JOIN dead_tasks s ON s.id = g.sample_id
  JOIN queues q ON q.id = g.queue_id
  ${below} ORDER BY g.count DESC, q.name, g.error_group LIMIT ?`;
const belowPosition =
  'WHERE g.count < ? OR (g.count = ? AND (q.name > ? OR (q.name = ? AND g.error_group > ?)))';

/** Groups the DLQ by what went wrong, largest group first. */
export const selectDeadGroups = async (
  sql: Sql,
  selection: DeadGroupSelection,
): Promise<DeadGroupRecord[]> => {
  const { queueIds, below, rows } = selection;
  if (queueIds?.length === 0) return [];
  const position =
    below === null
      ? []
      : [below.count, below.count, below.queue, below.queue, Buffer.from(below.group, 'hex')];
  const statement = selectGroups(
    queueIds === null ? '' : 'WHERE queue_id IN (?)',
    below === null ? '' : belowPosition,
  );
  const found = await sql.rows<GroupRow>(statement, [
    ...(queueIds === null ? [] : [queueIds]),
    ...position,
    rows,
  ]);
  return found.map((row) => ({
    group: row.error_group.toString('hex'),
    queue: row.queue_name,
    errorType: row.error_type,
    message: row.error_message,
    count: Number(row.count),
    threads: Number(row.threads),
    firstSeenAtMs: row.first_seen_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
    sampleTaskId: row.sample_id,
  }));
};

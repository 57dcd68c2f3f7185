import type { Sql } from '../platform/database/sql.js';
import { msOrNull } from './values.js';

/** Dead tasks that died alike, as lists show them. */
export interface ErrorGroupRecord {
  readonly group: string;
  readonly queueId: number;
  readonly queue: string;
  readonly errorType: string | null;
  readonly message: string;
  readonly count: number;
  readonly threads: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly sampleTaskId: string;
  /** When an operator said that it is resolved; null while it is open. */
  readonly resolvedAtMs: number | null;
  readonly changedAtMs: number | null;
  readonly note: string | null;
}

/** Where a page of groups begins: behind this one. */
export interface GroupPosition {
  readonly count: number;
  readonly lastSeenAtMs: number;
  readonly group: string;
}

/** Which groups to list. */
export interface ErrorGroupSelection {
  readonly queueIds: readonly number[] | null;
  readonly after: GroupPosition | null;
  readonly rows: number;
}

interface ErrorGroupRow {
  error_group: Buffer;
  queue_id: number;
  queue_name: string;
  error_type: string | null;
  message: string;
  dead: number | string;
  threads: number | string;
  first_seen_at: Date;
  last_seen_at: Date;
  sample_task_id: string;
  resolved_at: Date | null;
  changed_at: Date | null;
  note: string | null;
}

const columns = `g.error_group, g.queue_id, q.name AS queue_name, g.error_type, g.message, g.dead, g.threads, g.first_seen_at,
  g.last_seen_at, g.sample_task_id, g.resolved_at, g.changed_at, g.note`;
const queueOfGroup = 'STRAIGHT_JOIN queues q FORCE INDEX (PRIMARY) ON q.id = g.queue_id';
const selectGroup = `
  SELECT ${columns} FROM error_groups g FORCE INDEX (PRIMARY) ${queueOfGroup} WHERE g.error_group = ?`;
const selectHours = `
  SELECT error_group, hour_at, deaths FROM error_group_hours FORCE INDEX (PRIMARY)
  WHERE error_group IN (?) AND hour_at >= ?`;
const updateStatus = `
  UPDATE error_groups SET resolved_at = IF(?, NOW(3), NULL), changed_at = NOW(3), note = IF(?, ?, note)
  WHERE error_group = ?`;
const position =
  'g.dead <= ? AND (g.dead < ? OR g.last_seen_at < ? OR (g.last_seen_at = ? AND g.error_group < ?))';

const recordOf = (row: ErrorGroupRow): ErrorGroupRecord => ({
  group: row.error_group.toString('hex'),
  queueId: row.queue_id,
  queue: row.queue_name,
  errorType: row.error_type,
  message: row.message,
  count: Number(row.dead),
  threads: Number(row.threads),
  firstSeenAtMs: row.first_seen_at.getTime(),
  lastSeenAtMs: row.last_seen_at.getTime(),
  sampleTaskId: row.sample_task_id,
  resolvedAtMs: msOrNull(row.resolved_at),
  changedAtMs: msOrNull(row.changed_at),
  note: row.note,
});

/** Groups that have dead tasks, largest first; of those of one size the latest death first. */
export const selectErrorGroups = async (
  sql: Sql,
  { queueIds, after, rows }: ErrorGroupSelection,
): Promise<ErrorGroupRecord[]> => {
  if (queueIds?.length === 0) return [];
  const seen = after === null ? null : new Date(after.lastSeenAtMs);
  const at = after === null ? [] : [after.count, after.count, seen, seen, Buffer.from(after.group, 'hex')];
  const index = queueIds?.length === 1 ? 'error_groups_by_queue' : 'error_groups_by_size';
  const statement = `
    SELECT ${columns} FROM error_groups g FORCE INDEX (${index}) ${queueOfGroup}
    WHERE g.dead > 0 ${queueIds === null ? '' : 'AND g.queue_id IN (?)'} ${after === null ? '' : `AND ${position}`}
    ORDER BY g.dead DESC, g.last_seen_at DESC, g.error_group DESC LIMIT ?`;
  const parameters = [...(queueIds === null ? [] : [queueIds]), ...at, rows];
  return (await sql.rows<ErrorGroupRow>(statement, parameters)).map(recordOf);
};

/** A group by its fingerprint, or null. */
export const readErrorGroup = async (sql: Sql, group: string): Promise<ErrorGroupRecord | null> => {
  const [row] = await sql.rows<ErrorGroupRow>(selectGroup, [Buffer.from(group, 'hex')]);
  return row === undefined ? null : recordOf(row);
};

/** Deaths by hour since a time, by group; the inner map's key is the hour in milliseconds. */
export const readGroupHours = async (
  sql: Sql,
  groups: readonly string[],
  sinceMs: number,
): Promise<Map<string, Map<number, number>>> => {
  const hours = new Map<string, Map<number, number>>(groups.map((group) => [group, new Map()]));
  if (groups.length === 0) return hours;
  const rows = await sql.rows<{ error_group: Buffer; hour_at: Date; deaths: number | string }>(selectHours, [
    groups.map((group) => Buffer.from(group, 'hex')),
    new Date(sinceMs),
  ]);
  for (const row of rows)
    hours.get(row.error_group.toString('hex'))?.set(row.hour_at.getTime(), Number(row.deaths));
  return hours;
};

/** Writes an operator's word on a group: resolved from now on, or open again; a note, unless it is undefined. */
export const storeGroupStatus = async (
  sql: Sql,
  group: string,
  change: { readonly isResolved: boolean; readonly note: string | null | undefined },
): Promise<void> => {
  const { isResolved, note } = change;
  await sql.change(updateStatus, [
    isResolved ? 1 : 0,
    note === undefined ? 0 : 1,
    note ?? null,
    Buffer.from(group, 'hex'),
  ]);
};

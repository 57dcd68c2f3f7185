import type { Sql } from '../platform/database/sql.js';
import { rowLists, rowTable } from './json-table.js';

/** What a fold adds to a group. */
export interface GroupUpdate {
  readonly group: string;
  readonly queueId: number;
  readonly errorType: string | null;
  readonly message: string;
  readonly dead: number;
  readonly threads: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  readonly sampleTaskId: string;
}

/** A thread's dead tasks in a group. */
export interface GroupThread {
  readonly group: string;
  readonly threadKey: string;
  readonly dead: number;
}

/** Deaths of a group in an hour. */
export interface GroupHour {
  readonly group: string;
  readonly hourAtMs: number;
  readonly deaths: number;
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');

/** One SELECT a group: only with its fingerprint as a constant do the servers start at the end of the index. */
const selectNewestDead = (groupCount: number): string =>
  Array.from(
    { length: groupCount },
    () => `
  SELECT ? AS hex, (SELECT d.id FROM dead_tasks d FORCE INDEX (dead_tasks_by_group)
    WHERE d.error_group = ? ORDER BY d.died_at DESC, d.id DESC LIMIT 1) AS id`,
  ).join(' UNION ALL');
const groupsAStatement = 100;
const joinThreads = `${rowTable({ grp: 'CHAR(16) CHARACTER SET ascii', thread: 'CHAR(32) CHARACTER SET ascii' })} j
  STRAIGHT_JOIN error_group_threads t FORCE INDEX (PRIMARY)
    ON t.error_group = UNHEX(j.grp) AND t.thread_key = UNHEX(j.thread)`;
const selectGroupThreads = `SELECT t.error_group, t.thread_key, t.dead FROM ${joinThreads}`;
export const deleteGroupThreads = `DELETE t FROM ${joinThreads}`;
const upsertThreads =
  'INSERT INTO error_group_threads (error_group, thread_key, dead) VALUES ? ' +
  'ON DUPLICATE KEY UPDATE dead = VALUES(dead)';
const upsertHours =
  'INSERT INTO error_group_hours (error_group, hour_at, deaths) VALUES ? ' +
  'ON DUPLICATE KEY UPDATE deaths = deaths + VALUES(deaths)';
// What comes later reads what came before: the times are compared before they move.
const upsertGroups =
  'INSERT INTO error_groups (error_group, queue_id, error_type, message, dead, threads, first_seen_at, last_seen_at, ' +
  'sample_task_id) VALUES ? ON DUPLICATE KEY UPDATE ' +
  'error_type = IF(VALUES(last_seen_at) >= last_seen_at, VALUES(error_type), error_type), ' +
  'message = IF(VALUES(last_seen_at) >= last_seen_at, VALUES(message), message), ' +
  'dead = dead + VALUES(dead), threads = threads + VALUES(threads), ' +
  'first_seen_at = LEAST(first_seen_at, VALUES(first_seen_at)), ' +
  'last_seen_at = GREATEST(last_seen_at, VALUES(last_seen_at)), sample_task_id = VALUES(sample_task_id)';

/** The task of each group that died last and is still dead. */
export const readNewestDead = async (sql: Sql, groups: readonly string[]): Promise<Map<string, string>> => {
  const newest = new Map<string, string>();
  for (let from = 0; from < groups.length; from += groupsAStatement) {
    const some = groups.slice(from, from + groupsAStatement);
    const parameters = some.flatMap((group) => [group, bytes(group)]);
    const rows = await sql.rows<{ hex: string; id: string | null }>(
      selectNewestDead(some.length),
      parameters,
    );
    for (const { hex, id } of rows) if (id !== null) newest.set(hex, id);
  }
  return newest;
};

/** The threads' dead tasks in their groups, as far as there are any; keyed as {@link groupThreadKey}. */
export const readGroupThreads = async (
  sql: Sql,
  which: readonly Omit<GroupThread, 'dead'>[],
): Promise<Map<string, number>> => {
  const rows: { error_group: Buffer; thread_key: Buffer; dead: number | string }[] = [];
  for (const list of rowLists(which.map(({ group, threadKey }) => ({ grp: group, thread: threadKey }))))
    rows.push(...(await sql.rows<(typeof rows)[number]>(selectGroupThreads, [list])));
  return new Map(
    rows.map((row) => [
      groupThreadKey({ group: row.error_group.toString('hex'), threadKey: row.thread_key.toString('hex') }),
      Number(row.dead),
    ]),
  );
};

/** One text for a thread in a group. */
export const groupThreadKey = ({ group, threadKey }: Omit<GroupThread, 'dead'>): string =>
  `${group}:${threadKey}`;

/** Writes how many dead tasks of threads are in groups; threads without one leave no row. */
export const writeGroupThreads = async (sql: Sql, threads: readonly GroupThread[]): Promise<void> => {
  const kept = threads.filter(({ dead }) => dead !== 0);
  const gone = threads.filter(({ dead }) => dead === 0);
  if (kept.length > 0)
    await sql.change(upsertThreads, [
      kept.map(({ group, threadKey, dead }) => [bytes(group), bytes(threadKey), dead]),
    ]);
  for (const list of rowLists(gone.map(({ group, threadKey }) => ({ grp: group, thread: threadKey }))))
    await sql.change(deleteGroupThreads, [list]);
};

/** Adds deaths to the hours in which they happened. */
export const addGroupHours = async (sql: Sql, hours: readonly GroupHour[]): Promise<void> => {
  if (hours.length === 0) return;
  await sql.change(upsertHours, [
    hours.map(({ group, hourAtMs, deaths }) => [bytes(group), new Date(hourAtMs), deaths]),
  ]);
};

/** Adds to groups, making those that are new. */
export const addToGroups = async (sql: Sql, updates: readonly GroupUpdate[]): Promise<void> => {
  if (updates.length === 0) return;
  await sql.change(upsertGroups, [
    updates.map((update) => [
      bytes(update.group),
      update.queueId,
      update.errorType,
      update.message,
      update.dead,
      update.threads,
      new Date(update.firstSeenAtMs),
      new Date(update.lastSeenAtMs),
      update.sampleTaskId,
    ]),
  ]);
};

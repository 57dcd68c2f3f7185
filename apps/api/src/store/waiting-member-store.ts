import type { Member } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { idValues } from './by-key.js';
import { rowTable } from './json-table.js';
import { hexOrNull } from './values.js';

/** The earliest member behind a thread's front. */
export interface WaitingMember extends Member {
  readonly queueId: number;
  readonly attempt: number;
  readonly threadKey: string;
}

/** Which members a look behind the front passes over. */
export interface LineExclusion {
  readonly threadKey: string;
  readonly excludedIds: readonly string[];
}

interface MemberRow {
  id: string;
  scheduled_at: Date;
  queue_id: number;
  attempt: number;
  /** Null where a damaged thread names a free task. */
  thread_key: Buffer | null;
}

const memberColumns = 't.id, t.scheduled_at, t.queue_id, t.attempt, t.thread_key';
const selectMembers = `SELECT ${memberColumns} FROM tasks t FORCE INDEX (PRIMARY) WHERE t.id IN (?)`;
/**
 * The order names the key as well: without it MySQL reads and sorts the whole thread. The outer LIMIT keeps the servers
 * from merging the derived table, which would run the inner read three times a thread. An inner read that locks takes
 * index entries as they are, instead of looking up the old version of each that has just been deleted.
 */
const earliestOthers = (innerLock: '' | 'FOR UPDATE'): string => `
  SELECT ${memberColumns} FROM (
    SELECT (
      SELECT m.id FROM tasks m FORCE INDEX (tasks_line)
      WHERE m.thread_key = UNHEX(j.hex) AND NOT FIND_IN_SET(m.id, j.excluded)
      ORDER BY m.thread_key, m.scheduled_at, m.id LIMIT 1 ${innerLock}) AS id
    FROM ${rowTable({ hex: 'CHAR(32) CHARACTER SET ascii', excluded: 'TEXT' })} j LIMIT 1000000) e
  STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = e.id`;
const selectEarliestOthers = earliestOthers('');
const lockEarliest = earliestOthers('FOR UPDATE');
const advanceThreadsTo = `
  UPDATE tasks t FORCE INDEX (PRIMARY)
  STRAIGHT_JOIN threads h FORCE INDEX (PRIMARY) ON h.thread_key = t.thread_key
  SET t.ready_at = t.scheduled_at, h.front_task_id = t.id, h.size = h.size - 1 WHERE t.id IN (?)`;

const memberOf = (row: MemberRow): WaitingMember => ({
  id: row.id,
  scheduledAtMs: row.scheduled_at.getTime(),
  queueId: row.queue_id,
  attempt: row.attempt,
  threadKey: hexOrNull(row.thread_key) ?? '',
});

/** Reads members' places in their lines; the caller holds their threads' locks, so these stay true. */
export const readMembers = async (sql: Sql, ids: readonly string[]): Promise<Map<string, WaitingMember>> => {
  if (ids.length === 0) return new Map();
  const rows = await sql.rows<MemberRow>(selectMembers, [idValues(ids)]);
  return new Map(rows.map((row) => [row.id, memberOf(row)]));
};

const findEarliest = async (
  sql: Sql,
  statement: string,
  exclusions: readonly LineExclusion[],
): Promise<Map<string, WaitingMember | null>> => {
  if (exclusions.length === 0) return new Map();
  const given = exclusions.map(({ threadKey, excludedIds }) => ({
    hex: threadKey,
    excluded: excludedIds.join(','),
  }));
  const rows = await sql.rows<MemberRow>(statement, [JSON.stringify(given)]);
  const found = new Map<string, WaitingMember | null>(given.map(({ hex }) => [hex, null]));
  for (const member of rows.map(memberOf)) found.set(member.threadKey, member);
  return found;
};

/** Reads the earliest member of each thread but the excluded ones, by thread key; null for none. */
export const readEarliestOthers = (
  sql: Sql,
  exclusions: readonly LineExclusion[],
): Promise<Map<string, WaitingMember | null>> => findEarliest(sql, selectEarliestOthers, exclusions);

/** Reads and locks the same; the caller holds the threads' locks. */
export const lockEarliestOthers = (
  sql: Sql,
  exclusions: readonly LineExclusion[],
): Promise<Map<string, WaitingMember | null>> => findEarliest(sql, lockEarliest, exclusions);

/** Makes a task the front of its thread after the one before it has left: it may be dequeued at its time. */
export const advanceThreads = (sql: Sql, frontIds: readonly string[]): void => {
  if (frontIds.length > 0) sql.defer(advanceThreadsTo, [idValues(frontIds)]);
};

import type { Sql } from '../platform/database/sql.js';
import { deletionByKey, keyValues } from './by-key.js';
import { rowTable } from './json-table.js';
import { hexOrNull, msOrNull, sqlTimeOrNull } from './values.js';

/** A living thread as stored. */
export interface ThreadRecord {
  readonly key: string;
  readonly threadId: string;
  /** The IN_PROGRESS member, else the head; null for a thread that this transaction has just made. */
  readonly frontId: string | null;
  readonly size: number;
  /** The largest time given to an arrival without an explicit one (R4). */
  readonly lastArrivalMs: number | null;
}

/** A thread that is to have new members. */
export interface ThreadIdentity {
  readonly key: string;
  readonly threadId: string;
  readonly scopeQueueId: number;
}

/** What a change leaves of a thread. */
export interface ThreadUpdate {
  readonly key: string;
  readonly frontId: string;
  readonly size: number;
  readonly lastArrivalMs: number | null;
}

interface ThreadRow {
  thread_key: Buffer;
  thread_id: Buffer;
  front_task_id: string;
  size: number;
  last_arrival_at: Date | null;
}

const columns = 't.thread_key, t.thread_id, t.front_task_id, t.size, t.last_arrival_at';
const byKeys = 'FROM threads t FORCE INDEX (PRIMARY) WHERE t.thread_key IN (?)';
export const lockThreadsByKey = `SELECT ${columns} ${byKeys} FOR UPDATE`;
const selectThreadsByKey = `SELECT ${columns} ${byKeys}`;
const upsertThreads = (count: number): string => `
  INSERT INTO threads (thread_key, thread_id, scope_queue_id, front_task_id, size, created_at)
  VALUES ${Array.from({ length: count }, () => '(?, ?, ?, 0, 0, NOW(3))').join(', ')}
  ON DUPLICATE KEY UPDATE size = size`;
/**
 * Locks end at their node in a Galera cluster, and a row that is left as it was is in no write-set: the decision is
 * counted, so that two nodes that decide about one thread at once cannot both commit (ADR 35).
 */
const updateThreadsByKey = `
  UPDATE ${rowTable({ hex: 'CHAR(32) CHARACTER SET ascii', front: 'BIGINT', size: 'INT', arrival: 'DATETIME(3)' })} j
  STRAIGHT_JOIN threads t FORCE INDEX (PRIMARY) ON t.thread_key = UNHEX(j.hex)
  SET t.front_task_id = j.front, t.size = j.size, t.last_arrival_at = j.arrival, t.decisions = t.decisions + 1`;
const deleteThreadsByKey = deletionByKey('threads', 'thread_key');

const noFront = '0';

const recordOf = (row: ThreadRow): ThreadRecord => ({
  key: hexOrNull(row.thread_key) ?? '',
  threadId: row.thread_id.toString('utf8'),
  frontId: row.front_task_id === noFront ? null : row.front_task_id,
  size: row.size,
  lastArrivalMs: msOrNull(row.last_arrival_at),
});

const byKey = (rows: readonly ThreadRow[]): Map<string, ThreadRecord> =>
  new Map(rows.map((row) => recordOf(row)).map((record) => [record.key, record]));

/** Locks threads in the order of their keys; one that is not returned does not exist for this transaction. */
export const lockThreads = async (sql: Sql, keys: Iterable<string>): Promise<Map<string, ThreadRecord>> => {
  const values = keyValues(keys);
  return values.length === 0 ? new Map() : byKey(await sql.rows<ThreadRow>(lockThreadsByKey, [values]));
};

/** Reads threads that this transaction has locked. */
export const readThreads = async (sql: Sql, keys: Iterable<string>): Promise<Map<string, ThreadRecord>> => {
  const values = keyValues(keys);
  return values.length === 0 ? new Map() : byKey(await sql.rows<ThreadRow>(selectThreadsByKey, [values]));
};

/** Locks threads that are to have new members, creating those that do not exist yet (R10). */
export const lockOrCreateThreads = (sql: Sql, threads: readonly ThreadIdentity[]): void => {
  const sorted = threads.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  const values = sorted.flatMap(({ key, threadId, scopeQueueId }) => [
    Buffer.from(key, 'hex'),
    Buffer.from(threadId, 'utf8'),
    scopeQueueId,
  ]);
  sql.defer(upsertThreads(sorted.length), values);
};

/** Writes what changes left of threads; never brings one back that is gone. */
export const updateThreads = (sql: Sql, updates: readonly ThreadUpdate[]): void => {
  if (updates.length === 0) return;
  const rows = updates
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map((update) => ({
      hex: update.key,
      front: update.frontId,
      size: update.size,
      arrival: sqlTimeOrNull(update.lastArrivalMs),
    }));
  sql.defer(updateThreadsByKey, [JSON.stringify(rows)]);
};

/** Deletes threads whose last member has left (R10). */
export const deleteThreads = (sql: Sql, keys: readonly string[]): void => {
  if (keys.length > 0) sql.defer(...deleteThreadsByKey(keys));
};

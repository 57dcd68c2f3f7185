import type { Sql } from '../platform/database/sql.js';
import { groupBy } from './group-by.js';

/** A dedup key that a transaction holds: whose task it names, if its window is still open. */
export interface HeldDedupKey {
  readonly key: string;
  /** The first task of the key, or null when the key is free to be taken. */
  readonly taskId: string | null;
}

const claimed = '0';
const claimKeys = (count: number): string => `
  INSERT INTO dedup_keys (queue_id, dedup_key, task_id, expires_at)
  VALUES ${Array.from({ length: count }, () => `(?, ?, ${claimed}, NOW(3))`).join(', ')}
  ON DUPLICATE KEY UPDATE task_id = task_id`;
const selectKeys = `
  SELECT dedup_key, task_id, expires_at > NOW(3) AS is_open FROM dedup_keys FORCE INDEX (PRIMARY)
  WHERE queue_id = ? AND dedup_key IN (?)`;
const storeKeys =
  'INSERT INTO dedup_keys (queue_id, dedup_key, task_id, expires_at) VALUES ? ' +
  'ON DUPLICATE KEY UPDATE task_id = VALUES(task_id), expires_at = VALUES(expires_at)';
const selectExpiredKeys = `
  SELECT queue_id, dedup_key FROM dedup_keys FORCE INDEX (dedup_keys_by_expiry)
  WHERE expires_at < NOW(3) ORDER BY expires_at LIMIT ?`;
export const deleteExpiredKeys = `
  DELETE d FROM dedup_keys d FORCE INDEX (PRIMARY)
  WHERE d.queue_id = ? AND d.dedup_key IN (?) AND d.expires_at < NOW(3)`;

const sortedBytes = (keys: Iterable<string>): Buffer[] =>
  [...new Set(keys)].map((key) => Buffer.from(key, 'utf8')).sort((left, right) => left.compare(right));

interface KeyRow {
  dedup_key: Buffer;
  task_id: string;
  is_open: number | string;
}

/** Locks a queue's dedup keys, sorted, and tells which of them name a task within its window. */
export const holdDedupKeys = async (
  sql: Sql,
  queueId: number,
  keys: Iterable<string>,
): Promise<Map<string, HeldDedupKey>> => {
  const sorted = sortedBytes(keys);
  if (sorted.length === 0) return new Map();
  sql.defer(
    claimKeys(sorted.length),
    sorted.flatMap((key) => [queueId, key]),
  );
  const rows = await sql.rows<KeyRow>(selectKeys, [queueId, sorted]);
  return new Map(
    rows.map((row) => {
      const key = row.dedup_key.toString('utf8');
      const isTaken = row.task_id !== claimed && Number(row.is_open) === 1;
      return [key, { key, taskId: isTaken ? row.task_id : null }];
    }),
  );
};

/** Opens the windows of keys that this transaction holds. */
export const openDedupWindows = (
  sql: Sql,
  queueId: number,
  windows: readonly { readonly key: string; readonly taskId: string; readonly expiresAtMs: number }[],
): void => {
  if (windows.length === 0) return;
  const rows = windows
    .map((window) => ({ ...window, bytes: Buffer.from(window.key, 'utf8') }))
    .sort((left, right) => left.bytes.compare(right.bytes))
    .map(({ bytes, taskId, expiresAtMs }) => [queueId, bytes, taskId, new Date(expiresAtMs)]);
  sql.defer(storeKeys, [rows]);
};

/** Deletes up to `limit` keys whose windows have closed; tells how many. */
export const pruneDedupKeys = async (sql: Sql, limit: number): Promise<number> => {
  const rows = await sql.rows<{ queue_id: number; dedup_key: Buffer }>(selectExpiredKeys, [limit]);
  const byQueue = groupBy(rows, (row) => row.queue_id);
  for (const [queueId, expired] of byQueue) {
    const keys = expired.map((row) => row.dedup_key).sort((left, right) => left.compare(right));
    await sql.change(deleteExpiredKeys, [queueId, keys]);
  }
  return rows.length;
};

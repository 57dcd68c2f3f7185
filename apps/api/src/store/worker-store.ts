import type { Sql } from '../platform/database/sql.js';

/** A worker's last call on a queue. */
export interface WorkerCall {
  readonly workerId: string;
  readonly queueId: number;
}

/** A worker seen lately, on some queues. */
export interface WorkerRecord {
  readonly workerId: string;
  readonly queueIds: readonly number[];
  readonly lastCallAtMs: number;
  readonly leases: number;
}

const seenWithin = 'INTERVAL 5 MINUTE';
const upsertCalls = (count: number): string => `
  INSERT INTO workers (worker_id, queue_id, last_call_at)
  VALUES ${Array.from({ length: count }, () => '(?, ?, NOW(3))').join(', ')}
  ON DUPLICATE KEY UPDATE last_call_at = NOW(3)`;
const selectSeen = `
  SELECT w.worker_id, GROUP_CONCAT(w.queue_id) AS queue_ids, MAX(w.last_call_at) AS last_call_at,
    (SELECT COUNT(*) FROM leases l WHERE l.worker_id = w.worker_id AND l.queue_id IN (?)) AS leases
  FROM workers w
  WHERE w.last_call_at > NOW(3) - ${seenWithin} AND w.queue_id IN (?) AND w.worker_id > ?
  GROUP BY w.worker_id ORDER BY w.worker_id LIMIT ?`;
const selectAnySeen = `
  SELECT EXISTS (SELECT 1 FROM workers WHERE queue_id = ? AND last_call_at > NOW(3) - ${seenWithin}) AS found`;
const deleteUnseen = `DELETE FROM workers WHERE last_call_at < NOW(3) - INTERVAL 1 DAY LIMIT ?`;

/** Writes down that workers called, just now. */
export const recordCalls = async (sql: Sql, calls: readonly WorkerCall[]): Promise<void> => {
  if (calls.length === 0) return;
  const rows = calls
    .map(({ workerId, queueId }) => ({ bytes: Buffer.from(workerId, 'utf8'), queueId }))
    .sort((left, right) => left.bytes.compare(right.bytes) || left.queueId - right.queueId);
  await sql.change(
    upsertCalls(rows.length),
    rows.flatMap(({ bytes, queueId }) => [bytes, queueId]),
  );
};

/** Workers seen on these queues in the last five minutes, by name, after one of them. */
export const readWorkersSeen = async (
  sql: Sql,
  which: { readonly queueIds: readonly number[]; readonly after: string; readonly limit: number },
): Promise<WorkerRecord[]> => {
  if (which.queueIds.length === 0) return [];
  const rows = await sql.rows<{
    worker_id: Buffer;
    queue_ids: string;
    last_call_at: Date;
    leases: string | number;
  }>(selectSeen, [which.queueIds, which.queueIds, Buffer.from(which.after, 'utf8'), which.limit]);
  return rows.map((row) => ({
    workerId: row.worker_id.toString('utf8'),
    queueIds: row.queue_ids.split(',').map(Number),
    lastCallAtMs: row.last_call_at.getTime(),
    leases: Number(row.leases),
  }));
};

/** Whether any worker was seen on a queue in the last five minutes. */
export const hasWorkers = async (sql: Sql, queueId: number): Promise<boolean> => {
  const [row] = await sql.rows<{ found: number | string }>(selectAnySeen, [queueId]);
  return Number(row?.found) === 1;
};

/** Forgets workers not seen for a day; tells how many rows. */
export const pruneWorkers = async (sql: Sql, limit: number): Promise<number> =>
  (await sql.change(deleteUnseen, [limit])).affectedRows;

import type { Sql } from '../platform/database/sql.js';
import { idValues } from './by-key.js';
import { hexOrNull, textOrNull } from './values.js';

/** A candidate seen without a lock: it may be gone by the time it is locked. */
export interface ReadyCandidate {
  readonly id: string;
  readonly readyAtMs: number;
  readonly payloadBytes: number;
}

/** Where a walk along the ready index goes on. */
export interface ReadyPosition {
  readonly readyAtMs: number;
  readonly id: string;
}

/** A task locked to be taken, as it stands before that. */
export interface ReadyTask {
  readonly id: string;
  readonly threadKey: string | null;
  readonly threadId: string | null;
  readonly type: string | null;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly scheduledAtMs: number;
  readonly readyAtMs: number;
  readonly enqueuedAtMs: number;
  readonly payload: string;
  readonly traceparent: string | null;
}

interface ReadyRow {
  id: string;
  thread_key: Buffer | null;
  thread_id: Buffer | null;
  type: Buffer | null;
  attempt: number;
  max_attempts: number;
  scheduled_at: Date;
  ready_at: Date;
  enqueued_at: Date;
  payload: string;
  payload_bytes: number;
  traceparent: string | null;
}

export const selectReady = `
  SELECT id, ready_at, payload_bytes FROM tasks FORCE INDEX (tasks_ready)
  WHERE queue_id = ? AND ready_at >= ? AND ready_at <= NOW(3) AND (ready_at > ? OR id > ?)
  ORDER BY ready_at, id LIMIT ?`;
const lockReadyById = `
  SELECT t.id, t.thread_key, t.thread_id, t.type, t.attempt, t.max_attempts, t.scheduled_at, t.ready_at,
    t.enqueued_at, t.payload, t.traceparent
  FROM tasks t FORCE INDEX (PRIMARY)
  WHERE t.id IN (?) AND t.queue_id = ? AND t.ready_at <= NOW(3) FOR UPDATE SKIP LOCKED`;
const markTakenById = `
  UPDATE tasks t FORCE INDEX (PRIMARY) SET t.ready_at = NULL, t.attempt = t.attempt + 1 WHERE t.id IN (?)`;
/** One SELECT a queue: only with its id as a constant do the servers start in the index where the waiting members end. */
const selectWaits = (queueCount: number): string =>
  Array.from(
    { length: queueCount },
    () => `
  SELECT q.id AS queue_id, TIMESTAMPDIFF(MICROSECOND, NOW(3), (
    SELECT t.ready_at FROM tasks t FORCE INDEX (tasks_ready)
    WHERE t.queue_id = ? AND t.ready_at >= '1000-01-01' ORDER BY t.ready_at, t.id LIMIT 1)) / 1000 AS wait_ms
  FROM queues q WHERE q.id = ? AND q.paused = 0`,
  ).join(' UNION ALL');

/** The start of a queue's ready index. */
export const firstPosition: ReadyPosition = { readyAtMs: 0, id: '0' };

const readyTaskOf = (row: ReadyRow): ReadyTask => ({
  id: row.id,
  threadKey: hexOrNull(row.thread_key),
  threadId: textOrNull(row.thread_id),
  type: textOrNull(row.type),
  attempt: row.attempt,
  maxAttempts: row.max_attempts,
  scheduledAtMs: row.scheduled_at.getTime(),
  readyAtMs: row.ready_at.getTime(),
  enqueuedAtMs: row.enqueued_at.getTime(),
  payload: row.payload,
  traceparent: row.traceparent,
});

/** Candidates whose time has come, in order, after a position; without a lock. */
export const findReady = async (
  sql: Sql,
  queueId: number,
  after: ReadyPosition,
  limit: number,
): Promise<ReadyCandidate[]> => {
  const from = new Date(after.readyAtMs);
  const rows = await sql.rows<ReadyRow>(selectReady, [queueId, from, from, after.id, limit]);
  return rows.map((row) => ({
    id: row.id,
    readyAtMs: row.ready_at.getTime(),
    payloadBytes: row.payload_bytes,
  }));
};

/** Locks those of the candidates that still are such and that nobody else is taking. */
export const lockReady = async (sql: Sql, queueId: number, ids: readonly string[]): Promise<ReadyTask[]> =>
  (await sql.rows<ReadyRow>(lockReadyById, [idValues(ids), queueId])).map(readyTaskOf);

/** Counts the attempt, and takes the tasks out of the ready index. */
export const markTaken = (sql: Sql, tasks: readonly ReadyTask[]): void => {
  sql.defer(markTakenById, [idValues(tasks.map(({ id }) => id))]);
};

/** How long until each queue's first candidate is due, in milliseconds (0 when it is); without paused and empty ones. */
export const readWaits = async (sql: Sql, queueIds: readonly number[]): Promise<Map<number, number>> => {
  if (queueIds.length === 0) return new Map();
  const rows = await sql.rows<{ queue_id: number; wait_ms: string | number | null }>(
    selectWaits(queueIds.length),
    queueIds.flatMap((id) => [id, id]),
  );
  return new Map(
    rows.flatMap((row) => (row.wait_ms === null ? [] : [[row.queue_id, Math.max(0, Number(row.wait_ms))]])),
  );
};

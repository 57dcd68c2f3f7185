import type { OperationAction, OperationFilter, OperationState } from '@spool/contracts';
import { hasEnded } from '@spool/thread-engine';
import type { Sql } from '../platform/database/sql.js';
import { msOrNull } from './values.js';

/** A durable operation on dead tasks, as it is stored. */
export interface OperationRecord {
  readonly id: string;
  readonly action: OperationAction;
  readonly state: OperationState;
  readonly filter: OperationFilter;
  readonly reason: string | null;
  readonly createdBy: string;
  readonly ratePerSecond: number | null;
  readonly canary: number | null;
  readonly isPastCanary: boolean;
  readonly undo: 'running' | 'completed' | null;
  /** An undo goes on below this place; null before it has begun. */
  readonly undoPlace: number | null;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly undone: number;
  /** Up to when the allowance of `ratePerSecond` is used up, in microseconds. */
  readonly pacedUntilUs: number;
  /** The latest time that a restart of it was given: none is given an earlier one after it. */
  readonly lastRestartAtMs: number | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  readonly verifiedAtMs: number | null;
}

/** What a new operation is made from. */
export type NewOperation = Pick<
  OperationRecord,
  'action' | 'filter' | 'reason' | 'createdBy' | 'ratePerSecond' | 'canary' | 'pacedUntilUs' | 'createdAtMs'
>;

/** What the scheduled jobs have to do for an operation. */
export const attention = { none: 0, verify: 1, work: 2 } as const;

interface OperationRow {
  id: string;
  action: OperationAction;
  state: OperationState;
  filter: string;
  reason: string | null;
  created_by: Buffer;
  rate_per_second: number | null;
  canary: number | null;
  is_past_canary: number;
  undo_state: 'running' | 'completed' | null;
  undo_place: number | null;
  total: number;
  done: number;
  failed: number;
  undone: number;
  paced_until_us: string | number;
  last_restart_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
  verified_at: Date | null;
}

export const operationColumns =
  'o.id, o.action, o.state, o.filter, o.reason, o.created_by, o.rate_per_second, o.canary, o.is_past_canary, o.undo_state, ' +
  'o.undo_place, o.total, o.done, o.failed, o.undone, o.paced_until_us, o.last_restart_at, o.created_at, o.finished_at, ' +
  'o.verified_at';
const selectById = `SELECT ${operationColumns} FROM operations o WHERE o.id = ?`;
const lockById = `${selectById} FOR UPDATE`;
const lockByIdUnlessBusy = `${lockById} SKIP LOCKED`;
const selectByAttention = `
  SELECT ${operationColumns} FROM operations o FORCE INDEX (operations_by_attention)
  WHERE o.attention = ? AND o.id > ? ORDER BY o.id LIMIT ?`;
const insertOne =
  'INSERT INTO operations (action, state, attention, filter, reason, created_by, rate_per_second, canary, is_past_canary, ' +
  "total, done, failed, undone, paced_until_us, created_at) VALUES (?, 'running', ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, 0, ?, ?)";
const updateOne =
  'UPDATE operations SET state = ?, attention = ?, is_past_canary = ?, undo_state = ?, undo_place = ?, total = ?, done = ?, ' +
  'failed = ?, undone = ?, paced_until_us = ?, last_restart_at = ?, finished_at = ?, verified_at = ? WHERE id = ?';

/** Brings a row of `operations o` to a record. */
export const operationOf = (row: OperationRow): OperationRecord => ({
  id: row.id,
  action: row.action,
  state: row.state,
  // The filter was checked by the contract when it was stored.
  filter: JSON.parse(row.filter) as OperationFilter,
  reason: row.reason,
  createdBy: row.created_by.toString('utf8'),
  ratePerSecond: row.rate_per_second,
  canary: row.canary,
  isPastCanary: row.is_past_canary === 1,
  undo: row.undo_state,
  undoPlace: row.undo_place,
  total: row.total,
  done: row.done,
  failed: row.failed,
  undone: row.undone,
  pacedUntilUs: Number(row.paced_until_us),
  lastRestartAtMs: msOrNull(row.last_restart_at),
  createdAtMs: row.created_at.getTime(),
  finishedAtMs: msOrNull(row.finished_at),
  verifiedAtMs: msOrNull(row.verified_at),
});

const one = async (sql: Sql, statement: string, id: string): Promise<OperationRecord | null> => {
  const [row] = await sql.rows<OperationRow>(statement, [id]);
  return row === undefined ? null : operationOf(row);
};

/** What the scheduled jobs have to do for an operation that stands so. */
const attentionOf = (operation: OperationRecord): number => {
  if (operation.undo === 'running') return attention.work;
  if (hasEnded(operation)) return operation.verifiedAtMs === null ? attention.verify : attention.none;
  return operation.state === 'paused' ? attention.none : attention.work;
};

/** Begins an operation that covers nothing yet; its id. */
export const insertOperation = async (sql: Sql, operation: NewOperation): Promise<string> => {
  const { insertId } = await sql.change(insertOne, [
    operation.action,
    attention.work,
    JSON.stringify(operation.filter),
    operation.reason,
    Buffer.from(operation.createdBy, 'utf8'),
    operation.ratePerSecond,
    operation.canary,
    operation.pacedUntilUs,
    new Date(operation.createdAtMs),
  ]);
  return insertId;
};

/** An operation, or null. */
export const readOperation = (sql: Sql, id: string): Promise<OperationRecord | null> =>
  one(sql, selectById, id);

/** An operation held for a change, or null; before any other lock of the transaction. */
export const lockOperation = (sql: Sql, id: string): Promise<OperationRecord | null> =>
  one(sql, lockById, id);

/** The same, but null as well while another transaction holds it. */
export const lockOperationUnlessBusy = (sql: Sql, id: string): Promise<OperationRecord | null> =>
  one(sql, lockByIdUnlessBusy, id);

/** Operations for which there is this to do, the oldest first. */
export const findOperations = async (
  sql: Sql,
  which: { readonly attention: number; readonly afterId: string; readonly limit: number },
): Promise<OperationRecord[]> =>
  (await sql.rows<OperationRow>(selectByAttention, [which.attention, which.afterId, which.limit])).map(
    operationOf,
  );

/** Writes how an operation stands now. */
export const storeOperation = (sql: Sql, operation: OperationRecord): void => {
  const { lastRestartAtMs, finishedAtMs, verifiedAtMs } = operation;
  sql.defer(updateOne, [
    operation.state,
    attentionOf(operation),
    operation.isPastCanary ? 1 : 0,
    operation.undo,
    operation.undoPlace,
    operation.total,
    operation.done,
    operation.failed,
    operation.undone,
    operation.pacedUntilUs,
    lastRestartAtMs === null ? null : new Date(lastRestartAtMs),
    finishedAtMs === null ? null : new Date(finishedAtMs),
    verifiedAtMs === null ? null : new Date(verifiedAtMs),
    operation.id,
  ]);
};

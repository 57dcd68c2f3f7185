import type { Sql } from '../platform/database/sql.js';
import { insertGenerating } from './generated-ids.js';
import { deletionByKey, keyValues } from './by-key.js';
import { rowLists, rowTable } from './json-table.js';
import { sqlTime, textOrNull } from './values.js';

/** A worker's hold on a task. */
export interface Lease {
  readonly slot: string;
  readonly token: string;
  readonly taskId: string;
  readonly queueId: number;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

/** A lease to be given. */
export interface NewLease {
  readonly slot: string;
  readonly taskId: string;
  readonly queueId: number;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

/** What a keepalive writes. */
export interface LeaseExtension {
  readonly slot: string;
  readonly expiresAtMs: number;
  /** The progress reported, as JSON text, or null to keep what was reported before. */
  readonly progress: string | null;
}

interface LeaseRow {
  slot: Buffer;
  token: string;
  task_id: string;
  queue_id: number;
  worker_id: Buffer;
  started_at: Date;
  expires_at: Date;
}

const columns = 'l.slot, l.token, l.task_id, l.queue_id, l.worker_id, l.started_at, l.expires_at';
const bySlots = 'FROM leases l FORCE INDEX (PRIMARY) WHERE l.slot IN (?)';
const lockLeasesBySlot = `SELECT ${columns} ${bySlots} FOR UPDATE`;
const selectLeasesBySlot = `SELECT ${columns} ${bySlots}`;
const deleteLeases = deletionByKey('leases', 'slot');
const extendLeasesBySlot = `
  UPDATE ${rowTable({ hex: 'CHAR(32) CHARACTER SET ascii', expires: 'DATETIME(3)', progress: 'TEXT' })} j
  STRAIGHT_JOIN leases l FORCE INDEX (PRIMARY) ON l.slot = UNHEX(j.hex)
  SET l.expires_at = j.expires, l.progress = COALESCE(j.progress, l.progress)`;
const insertLeases =
  'INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at) VALUES ?';
const selectLapsed = `
  SELECT l.task_id, l.expires_at, l.slot FROM leases l FORCE INDEX (leases_by_expiry)
  WHERE l.expires_at <= NOW(3) AND l.expires_at >= ? AND (l.expires_at > ? OR l.slot > ?)
  ORDER BY l.expires_at, l.slot LIMIT ?`;

/** A lease that has lapsed, and its place among them. */
export interface LapsedLease {
  readonly taskId: string;
  readonly expiresAtMs: number;
  readonly slot: string;
}

const leaseOf = (row: LeaseRow): Lease => ({
  slot: row.slot.toString('hex'),
  token: row.token,
  taskId: row.task_id,
  queueId: row.queue_id,
  workerId: textOrNull(row.worker_id) ?? '',
  startedAtMs: row.started_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
});

const bySlot = (rows: readonly LeaseRow[]): Map<string, Lease> =>
  new Map(rows.map((row) => leaseOf(row)).map((lease) => [lease.slot, lease]));

/** Locks leases in the order of their slots. */
export const lockLeases = async (sql: Sql, slots: readonly string[]): Promise<Map<string, Lease>> =>
  slots.length === 0 ? new Map() : bySlot(await sql.rows<LeaseRow>(lockLeasesBySlot, [keyValues(slots)]));

/** Reads leases without a lock. */
export const readLeases = async (sql: Sql, slots: readonly string[]): Promise<Map<string, Lease>> =>
  slots.length === 0 ? new Map() : bySlot(await sql.rows<LeaseRow>(selectLeasesBySlot, [keyValues(slots)]));

/**
 * Gives leases, and tells their tokens by slot. A second one for a thread or a task is refused by the primary key
 * (R1).
 */
export const giveLeases = async (sql: Sql, leases: readonly NewLease[]): Promise<Map<string, string>> => {
  const sorted = leases.toSorted((left, right) => (left.slot < right.slot ? -1 : 1));
  const rows = sorted.map((lease) => [
    Buffer.from(lease.slot, 'hex'),
    lease.taskId,
    lease.queueId,
    Buffer.from(lease.workerId, 'utf8'),
    new Date(lease.startedAtMs),
    new Date(lease.expiresAtMs),
  ]);
  const tokens = await insertGenerating(sql, insertLeases, [rows]);
  return new Map(sorted.map(({ slot }, index) => [slot, tokens[index] ?? '']));
};

/** Prolongs leases. */
export const extendLeases = (sql: Sql, extensions: readonly LeaseExtension[]): void => {
  if (extensions.length === 0) return;
  const rows = extensions
    .toSorted((left, right) => (left.slot < right.slot ? -1 : 1))
    .map(({ slot, expiresAtMs, progress }) => ({ hex: slot, expires: sqlTime(expiresAtMs), progress }));
  for (const list of rowLists(rows)) sql.defer(extendLeasesBySlot, [list]);
};

/** Ends leases. */
export const endLeases = (sql: Sql, slots: readonly string[]): void => {
  if (slots.length > 0) sql.defer(...deleteLeases(slots));
};

/** Leases that have lapsed by the database's clock, longest ago first, after one of them; null for the first. */
export const findLapsed = async (
  sql: Sql,
  after: LapsedLease | null,
  limit: number,
): Promise<LapsedLease[]> => {
  const from = new Date(after?.expiresAtMs ?? 0);
  const rows = await sql.rows<LeaseRow>(selectLapsed, [
    from,
    from,
    Buffer.from(after?.slot ?? '', 'hex'),
    limit,
  ]);
  return rows.map((row) => ({
    taskId: row.task_id,
    expiresAtMs: row.expires_at.getTime(),
    slot: row.slot.toString('hex'),
  }));
};

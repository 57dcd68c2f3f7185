import type { QueueConfiguration } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import type { ThreadScope } from './thread-key.js';

/** A queue as stored. */
export interface QueueRecord {
  readonly id: number;
  readonly name: string;
  readonly configuration: QueueConfiguration;
  readonly isPaused: boolean;
  readonly pauseReason: string | null;
  readonly version: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

interface QueueRow {
  id: number;
  name: string;
  configuration: string;
  paused: number;
  pause_reason: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
}

const columns = 'id, name, configuration, paused, pause_reason, version, created_at, updated_at';
const selectByName = `SELECT ${columns} FROM queues WHERE name = ?`;
const selectByNameWithClock = `SELECT ${columns}, NOW(3) AS now FROM queues WHERE name = ?`;
const lockByNameShared = `${selectByName} LOCK IN SHARE MODE`;
const lockByName = `${selectByName} FOR UPDATE`;
const selectByIds = `SELECT ${columns} FROM queues WHERE id IN (?)`;
const lockAll = `SELECT ${columns} FROM queues ORDER BY id FOR UPDATE`;
const selectAll = `SELECT ${columns} FROM queues ORDER BY name`;
const insertQueue =
  'INSERT INTO queues (name, configuration, created_at, updated_at) VALUES (?, ?, NOW(3), NOW(3))';
const updateConfiguration =
  'UPDATE queues SET configuration = ?, version = version + 1, updated_at = NOW(3) WHERE id = ?';
const updatePaused = 'UPDATE queues SET paused = ?, pause_reason = ?, updated_at = NOW(3) WHERE id = ?';
const deleteById = 'DELETE FROM queues WHERE id = ?';
const selectAnyTask = `
  SELECT EXISTS (SELECT 1 FROM tasks WHERE queue_id = ?) OR EXISTS (SELECT 1 FROM dead_tasks WHERE queue_id = ?) AS found`;
const selectAnyLiveTask = 'SELECT EXISTS (SELECT 1 FROM tasks WHERE queue_id = ?) AS found';

// The configuration was checked by the contract when it was stored.
const recordOf = (row: QueueRow): QueueRecord => ({
  id: row.id,
  name: row.name,
  configuration: JSON.parse(row.configuration) as QueueConfiguration,
  isPaused: row.paused === 1,
  pauseReason: row.pause_reason,
  version: row.version,
  createdAtMs: row.created_at.getTime(),
  updatedAtMs: row.updated_at.getTime(),
});

const first = async (sql: Sql, statement: string, name: string): Promise<QueueRecord | null> => {
  const [row] = await sql.rows<QueueRow>(statement, [name]);
  return row === undefined ? null : recordOf(row);
};

/** A queue by its name, or null. */
export const findQueue = (sql: Sql, name: string): Promise<QueueRecord | null> =>
  first(sql, selectByName, name);

/** A queue as it is at a moment of the database's time. */
export interface QueueNow {
  readonly queue: QueueRecord;
  readonly nowMs: number;
}

/** A queue as it is now, and the database's time: one statement for a transaction that has its locks. */
export const findQueueNow = async (sql: Sql, name: string): Promise<QueueNow | null> => {
  const [row] = await sql.rows<QueueRow & { now: Date }>(selectByNameWithClock, [name]);
  return row === undefined ? null : { queue: recordOf(row), nowMs: row.now.getTime() };
};

/** A queue held against deletion until the transaction ends: taken before any insert of its tasks. */
export const lockQueueShared = (sql: Sql, name: string): Promise<QueueRecord | null> =>
  first(sql, lockByNameShared, name);

/** A queue held for a change of itself. */
export const lockQueue = (sql: Sql, name: string): Promise<QueueRecord | null> =>
  first(sql, lockByName, name);

/** Queues by id. */
export const readQueues = async (sql: Sql, ids: Iterable<number>): Promise<Map<number, QueueRecord>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await sql.rows<QueueRow>(selectByIds, [wanted]);
  return new Map(rows.map((row) => [row.id, recordOf(row)]));
};

/** Every queue held for a change of how they forward to each other. */
export const lockAllQueues = async (sql: Sql): Promise<QueueRecord[]> =>
  (await sql.rows<QueueRow>(lockAll)).map(recordOf);

/** Every queue, by name. */
export const listQueues = async (sql: Sql): Promise<QueueRecord[]> =>
  (await sql.rows<QueueRow>(selectAll)).map(recordOf);

/** Creates a queue; a name that is taken raises the database's duplicate-key error. */
export const createQueue = async (
  sql: Sql,
  name: string,
  configuration: QueueConfiguration,
): Promise<void> => {
  await sql.change(insertQueue, [name, JSON.stringify(configuration)]);
};

/** Replaces a queue's configuration and counts its version up. */
export const storeConfiguration = async (
  sql: Sql,
  id: number,
  configuration: QueueConfiguration,
): Promise<void> => {
  await sql.change(updateConfiguration, [JSON.stringify(configuration), id]);
};

/** Holds a queue, or lets it go on (R14). */
export const storePaused = async (
  sql: Sql,
  id: number,
  paused: boolean,
  reason: string | null,
): Promise<void> => {
  await sql.change(updatePaused, [paused ? 1 : 0, reason, id]);
};

/** Whether a queue has live or dead tasks. */
export const hasTasks = async (sql: Sql, id: number): Promise<boolean> => {
  const [row] = await sql.rows<{ found: number | string }>(selectAnyTask, [id, id]);
  return Number(row?.found) === 1;
};

/** Whether a queue has live tasks. */
export const hasLiveTasks = async (sql: Sql, id: number): Promise<boolean> => {
  const [row] = await sql.rows<{ found: number | string }>(selectAnyLiveTask, [id]);
  return Number(row?.found) === 1;
};

/** Deletes a queue's row; what finished in it is pruned later. */
export const removeQueue = async (sql: Sql, id: number): Promise<void> => {
  await sql.change(deleteById, [id]);
};

/** Whose thread ids a queue's tasks carry. */
export const threadScopeOf = (queue: QueueRecord): ThreadScope =>
  queue.configuration.threadScope === 'queue' ? queue.id : 0;

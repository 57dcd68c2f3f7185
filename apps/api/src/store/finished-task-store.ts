import type { Sql } from '../platform/database/sql.js';
import { idValues } from './by-key.js';
import { noteReturns } from './error-group-journal.js';
import { idList, idTable, rowLists, rowTable } from './json-table.js';
import { carriedFrom, carriedInto } from './task-columns.js';
import { sqlTime, sqlTimeOrNull } from './values.js';

/** How a task left: by completion, or out of the DLQ. */
export const finishedState = { COMPLETED: 1, RESTARTED: 2, FORWARDED: 3 } as const;
/** How a task left. */
export type FinishedState = keyof typeof finishedState;

/** The state that a stored number stands for. */
export const finishedStateOf = (stored: number): FinishedState => {
  if (stored === finishedState.COMPLETED) return 'COMPLETED';
  return stored === finishedState.RESTARTED ? 'RESTARTED' : 'FORWARDED';
};

/** The end of a live task: it completed, or it was forwarded at its death. */
export interface TaskEnding {
  readonly id: string;
  readonly state: 'COMPLETED' | 'FORWARDED';
  readonly endedAtMs: number;
  /** The result as JSON text. */
  readonly result: string | null;
  readonly workerId: string;
  readonly startedAtMs: number;
  readonly token: string | null;
  readonly successorId: string | null;
  readonly errorType: string | null;
  readonly errorMessage: string | null;
}

const endingColumns = {
  id: 'BIGINT',
  state: 'INT',
  ended: 'DATETIME(3)',
  result: 'MEDIUMTEXT',
  worker: 'TEXT',
  started: 'DATETIME(3)',
  token: 'BIGINT',
  successor: 'BIGINT',
  error_type: 'VARCHAR(200)',
  error_message: 'TEXT',
};
const ownColumns =
  'state, finished_at, result, worker_id, started_at, settled_token, successor_id, error_type, error_message';
const copyLiveToFinished = `
  INSERT INTO finished_tasks (id, ${carriedInto}, ${ownColumns})
  SELECT t.id, ${carriedFrom('t')}, j.state, j.ended, j.result, j.worker, j.started, j.token, j.successor,
    j.error_type, j.error_message
  FROM ${rowTable(endingColumns)} j STRAIGHT_JOIN tasks t FORCE INDEX (PRIMARY) ON t.id = j.id`;
/** What completed without a result: all that is to be kept stands in its lease already. */
const copyCompletedToFinished = `
  INSERT INTO finished_tasks (id, ${carriedInto}, state, finished_at, worker_id, started_at, settled_token)
  SELECT t.id, ${carriedFrom('t')}, ${finishedState.COMPLETED}, ?, l.worker_id, l.started_at, l.token
  FROM tasks t FORCE INDEX (PRIMARY) STRAIGHT_JOIN leases l FORCE INDEX (PRIMARY)
    ON l.slot = COALESCE(t.thread_key, UNHEX(LPAD(HEX(t.id), 32, '0')))
  WHERE t.id IN (?)`;
const copyDeadToFinished = `
  INSERT INTO finished_tasks (id, ${carriedInto}, ${ownColumns})
  SELECT d.id, ${carriedFrom('d')}, ${finishedState.RESTARTED}, j.ended, NULL, NULL, NULL, d.settled_token, j.successor,
    d.error_type, d.error_message
  FROM ${rowTable({ id: 'BIGINT', ended: 'DATETIME(3)', successor: 'BIGINT' })} j
  STRAIGHT_JOIN dead_tasks d FORCE INDEX (PRIMARY) ON d.id = j.id`;
const joinById = `${idTable} j STRAIGHT_JOIN finished_tasks f FORCE INDEX (PRIMARY) ON f.id = j.id`;
const selectFinishedStandings = `
  SELECT f.id, f.queue_id, f.state, f.settled_token, f.successor_id FROM ${joinById}`;
const lockFinishedById = `SELECT f.id, f.queue_id, f.state, f.settled_token, f.successor_id FROM ${joinById} FOR UPDATE`;
const copyFinishedToDead = `
  INSERT INTO dead_tasks (id, ${carriedInto}, died_at, error_type, error_message, error_group, settled_token)
  SELECT f.id, ${carriedFrom('f')}, j.died, f.error_type, f.error_message, UNHEX(j.grouped), f.settled_token
  FROM ${rowTable({ id: 'BIGINT', died: 'DATETIME(3)', grouped: 'CHAR(16) CHARACTER SET ascii' })} j
  STRAIGHT_JOIN finished_tasks f FORCE INDEX (PRIMARY) ON f.id = j.id`;
const deleteFinishedById = `DELETE f FROM ${joinById}`;
const selectExpiredFinished = `
  SELECT id FROM finished_tasks FORCE INDEX (finished_tasks_by_end)
  WHERE queue_id = ? AND state = ? AND finished_at < ? ORDER BY finished_at LIMIT ?`;

/** What is left to say of a task that finished. */
export interface FinishedStanding {
  readonly id: string;
  readonly queueId: number;
  readonly state: FinishedState;
  readonly settledToken: string | null;
  readonly successorId: string | null;
}

interface StandingRow {
  id: string;
  queue_id: number;
  state: number;
  settled_token: string | null;
  successor_id: string | null;
}

const standingsOf = (rows: readonly StandingRow[]): Map<string, FinishedStanding> =>
  new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        queueId: row.queue_id,
        state: finishedStateOf(row.state),
        settledToken: row.settled_token,
        successorId: row.successor_id,
      },
    ]),
  );

/** Keeps held tasks that completed without a result, until their retention ends. */
export const keepCompletedPlainly = (sql: Sql, ids: readonly string[], nowMs: number): void => {
  if (ids.length > 0) sql.defer(copyCompletedToFinished, [new Date(nowMs), idValues(ids)]);
};

/** Keeps what ends, until its retention ends; the payload never leaves the database. */
export const keepFinished = (sql: Sql, endings: readonly TaskEnding[]): void => {
  if (endings.length === 0) return;
  const rows = endings.map((ending) => ({
    id: ending.id,
    state: finishedState[ending.state],
    ended: sqlTime(ending.endedAtMs),
    result: ending.result,
    worker: ending.workerId,
    started: sqlTimeOrNull(ending.startedAtMs),
    token: ending.token,
    successor: ending.successorId,
    error_type: ending.errorType,
    error_message: ending.errorMessage,
  }));
  for (const list of rowLists(rows)) sql.defer(copyLiveToFinished, [list]);
};

/** Keeps restarted dead tasks with the ids that they live on under (R9). */
export const keepRestarted = async (
  sql: Sql,
  restarted: readonly { readonly id: string; readonly newId: string }[],
  nowMs: number,
): Promise<void> => {
  const rows = restarted.map(({ id, newId }) => ({ id, ended: sqlTime(nowMs), successor: newId }));
  for (const list of rowLists(rows)) await sql.change(copyDeadToFinished, [list]);
};

/** Lays restarted tasks to rest in the DLQ again, as they were: when they had died, and in which group of errors. */
export const returnToDead = async (
  sql: Sql,
  returning: readonly { readonly id: string; readonly diedAtMs: number; readonly group: string | null }[],
): Promise<void> => {
  if (returning.length === 0) return;
  const rows = returning.map(({ id, diedAtMs, group }) => ({ id, died: sqlTime(diedAtMs), grouped: group }));
  for (const list of rowLists(rows)) await sql.change(copyFinishedToDead, [list]);
  noteReturns(
    sql,
    returning.map(({ id }) => id),
  );
};

/** Reads what became of finished tasks. */
export const readFinished = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, FinishedStanding>> =>
  ids.length === 0
    ? new Map()
    : standingsOf(await sql.rows<StandingRow>(selectFinishedStandings, [idList(ids)]));

/** Locks finished tasks, to delete them. */
export const lockFinished = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, FinishedStanding>> =>
  ids.length === 0 ? new Map() : standingsOf(await sql.rows<StandingRow>(lockFinishedById, [idList(ids)]));

/** Deletes finished tasks. */
export const deleteFinished = async (sql: Sql, ids: readonly string[]): Promise<number> =>
  ids.length === 0 ? 0 : (await sql.change(deleteFinishedById, [idList(ids)])).affectedRows;

/** Tasks whose retention has ended, oldest first. */
export const findExpiredFinished = async (
  sql: Sql,
  which: {
    readonly queueId: number;
    readonly state: FinishedState;
    readonly beforeMs: number;
    readonly limit: number;
  },
): Promise<string[]> => {
  const parameters = [which.queueId, finishedState[which.state], new Date(which.beforeMs), which.limit];
  return (await sql.rows<{ id: string }>(selectExpiredFinished, parameters)).map((row) => row.id);
};

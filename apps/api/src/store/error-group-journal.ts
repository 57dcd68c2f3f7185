import type { Sql } from '../platform/database/sql.js';
import { idList, idTable, rowLists, rowTable } from './json-table.js';
import { hexOrNull, sqlTime } from './values.js';

/** What happens to a dead task, as the journal has it. A return is no death: it makes no group regress. */
const steps = { death: 1, removal: -1, return: 2 } as const;

/** A change of the DLQ that the groups of dead tasks do not count yet. */
export interface GroupChange {
  readonly taskId: string;
  /** How many deaths this is. */
  readonly deaths: number;
  /** How many dead tasks there are more, or fewer. */
  readonly more: number;
  readonly diedAtMs: number;
  /** Null for a task that had no group yet. */
  readonly group: string | null;
  readonly queueId: number;
  readonly threadKey: string | null;
  readonly errorType: string | null;
  readonly message: string;
}

interface ChangeRow {
  task_id: string;
  step: number;
  times: number;
  died_at: Date;
  error_group: Buffer | null;
  queue_id: number;
  thread_key: Buffer | null;
  error_type: string | null;
  message: string;
}

const columns = 'task_id, died_at, step, times, error_group, queue_id, thread_key, error_type, message';
const messageCharacters = 500;
const insertChanges = (step: number, lock: '' | 'FOR UPDATE'): string => `
  INSERT INTO error_group_changes (${columns})
  SELECT d.id, d.died_at, ${step}, 1, d.error_group, d.queue_id, d.thread_key, d.error_type,
    LEFT(d.error_message, ${messageCharacters})
  FROM ${idTable} j STRAIGHT_JOIN dead_tasks d FORCE INDEX (PRIMARY) ON d.id = j.id ${lock}
  ON DUPLICATE KEY UPDATE times = times + 1`;
const noteDeathsById = insertChanges(steps.death, '');
const noteReturnsById = insertChanges(steps.return, '');
/** Locks what is about to be removed, so that two who remove the same task write down one removal. */
const noteRemovalsById = insertChanges(steps.removal, 'FOR UPDATE');
const selectAny = 'SELECT 1 FROM error_group_changes WHERE task_id > 0 LIMIT 1';
const lockFold = 'SELECT id FROM error_group_folds WHERE id = 1 FOR UPDATE';
export const lockChanges = `
  SELECT ${columns} FROM error_group_changes FORCE INDEX (PRIMARY)
  WHERE task_id > 0 ORDER BY task_id, died_at, step LIMIT ? FOR UPDATE SKIP LOCKED`;
export const deleteChanges = `
  DELETE c FROM ${rowTable({ id: 'BIGINT', died: 'DATETIME(3)', step: 'INT' })} j
  STRAIGHT_JOIN error_group_changes c FORCE INDEX (PRIMARY)
    ON c.task_id = j.id AND c.died_at = j.died AND c.step = j.step`;

/** Writes down that these tasks came to rest in the DLQ: an insert of their own, so that no two deaths meet in a row. */
export const noteDeaths = (sql: Sql, ids: readonly string[]): void => {
  sql.defer(noteDeathsById, [idList(ids)]);
};

/** Writes down that these tasks were put back into the DLQ, as they had been. */
export const noteReturns = (sql: Sql, ids: readonly string[]): void => {
  sql.defer(noteReturnsById, [idList(ids)]);
};

/** Locks dead tasks and writes down that they leave the DLQ. */
export const noteRemovals = (sql: Sql, ids: readonly string[]): void => {
  sql.defer(noteRemovalsById, [idList(ids)]);
};

/** Whether anything is written down that the groups do not count. */
export const hasGroupChanges = async (sql: Sql): Promise<boolean> => (await sql.rows(selectAny)).length > 0;

/** Waits for whoever folds the journal on another replica, and takes its place until this transaction ends. */
export const holdGroupFold = async (sql: Sql): Promise<void> => {
  await sql.rows(lockFold);
};

/** Takes some committed changes out of the journal; those of transactions under way are passed over. */
export const takeGroupChanges = async (sql: Sql, limit: number): Promise<GroupChange[]> => {
  const rows = await sql.rows<ChangeRow>(lockChanges, [limit]);
  if (rows.length === 0) return [];
  const taken = rows.map((row) => ({
    id: row.task_id,
    died: sqlTime(row.died_at.getTime()),
    step: row.step,
  }));
  for (const list of rowLists(taken)) await sql.change(deleteChanges, [list]);
  return rows.map((row) => ({
    taskId: row.task_id,
    deaths: row.step === steps.death ? row.times : 0,
    more: row.step === steps.removal ? -row.times : row.times,
    diedAtMs: row.died_at.getTime(),
    group: hexOrNull(row.error_group),
    queueId: row.queue_id,
    threadKey: hexOrNull(row.thread_key),
    errorType: row.error_type,
    message: row.message,
  }));
};

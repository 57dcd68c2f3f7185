import type { OperationFailureCode, OperationOutcome } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { idList, idTable, rowTable } from './json-table.js';
import { countKind } from './operation-count-store.js';
import { hexOrNull } from './values.js';

/** What became of a task that an operation covers, by the number under which it is stored. */
export const outcomeNumber = {
  pending: 1,
  restarted: 2,
  passed: 3,
  failed_again: 4,
  removed: 5,
  deleted: 6,
  failed: 7,
  undone: 8,
} as const satisfies Readonly<Record<OperationOutcome, number>>;

/** A task that an operation covers and that waits for its turn. */
export interface PendingTask {
  readonly place: number;
  readonly taskId: string;
}

/** A task that an operation has restarted. */
export interface RestartedTask extends PendingTask {
  readonly operationId: string;
  readonly newId: string;
  readonly diedAtMs: number;
  /** The group of the error that it had died of; null where it had none yet. */
  readonly group: string | null;
}

/** What became of a covered task. */
export interface TaskOutcome {
  readonly operationId: string;
  readonly place: number;
  readonly outcome: OperationOutcome;
  readonly code: OperationFailureCode | null;
  readonly newId: string | null;
  readonly newGroup: string | null;
}

interface RestartedRow {
  operation_id: string;
  place: number;
  task_id: string;
  new_id: string;
  died_at: Date;
  error_group: Buffer | null;
}

const selectPending = `
  SELECT place, task_id FROM operation_tasks FORCE INDEX (operation_tasks_by_outcome)
  WHERE operation_id = ? AND outcome = ${outcomeNumber.pending} ORDER BY outcome, place LIMIT ?`;
const restartedColumns = 'o.operation_id, o.place, o.task_id, o.new_id, o.died_at, o.error_group';
const selectRestartedBelow = `
  SELECT ${restartedColumns} FROM operation_tasks o FORCE INDEX (operation_tasks_by_outcome)
  WHERE o.operation_id = ? AND o.outcome = ${outcomeNumber.restarted} AND o.place < ?
  ORDER BY o.outcome DESC, o.place DESC LIMIT ?`;
const selectRestartedFrom = `
  SELECT ${restartedColumns}
  FROM ${idTable} j STRAIGHT_JOIN operation_tasks o FORCE INDEX (operation_tasks_by_task) ON o.task_id = j.id
  WHERE o.outcome = ${outcomeNumber.restarted}`;
const outcomeColumns = {
  operation: 'BIGINT',
  place: 'INT',
  outcome: 'INT',
  code: 'INT',
  new_id: 'BIGINT',
  new_group: 'CHAR(16) CHARACTER SET ascii',
};
const updateOutcomes = `
  UPDATE ${rowTable(outcomeColumns)} j
  STRAIGHT_JOIN operation_tasks o FORCE INDEX (PRIMARY) ON o.operation_id = j.operation AND o.place = j.place
  SET o.outcome = j.outcome, o.code = j.code, o.new_id = j.new_id, o.new_group = UNHEX(j.new_group)`;

const restartedOf = (row: RestartedRow): RestartedTask => ({
  operationId: row.operation_id,
  place: row.place,
  taskId: row.task_id,
  newId: row.new_id,
  diedAtMs: row.died_at.getTime(),
  group: hexOrNull(row.error_group),
});

/** The next tasks of an operation, in their turn. */
export const readPending = async (sql: Sql, operationId: string, limit: number): Promise<PendingTask[]> =>
  (await sql.rows<{ place: number; task_id: string }>(selectPending, [operationId, limit])).map(
    ({ place, task_id }) => ({ place, taskId: task_id }),
  );

/** Restarted tasks that are still to end, from a place downwards: the last restarted first. */
export const readRestartedBelow = async (
  sql: Sql,
  operationId: string,
  { below, limit }: { readonly below: number; readonly limit: number },
): Promise<RestartedTask[]> =>
  (await sql.rows<RestartedRow>(selectRestartedBelow, [operationId, below, limit])).map(restartedOf);

/** The restarts of these dead tasks whose end an operation awaits, by the new id. */
export const readRestartedFrom = async (
  sql: Sql,
  taskIds: readonly string[],
): Promise<Map<string, RestartedTask>> => {
  const rows = await sql.rows<RestartedRow>(selectRestartedFrom, [idList(taskIds)]);
  return new Map(rows.map((row) => [row.new_id, restartedOf(row)]));
};

/** Writes what became of covered tasks. */
export const storeOutcomes = (sql: Sql, outcomes: readonly TaskOutcome[]): void => {
  if (outcomes.length === 0) return;
  const rows = outcomes
    .toSorted((left, right) =>
      left.operationId === right.operationId
        ? left.place - right.place
        : Number(BigInt(left.operationId) - BigInt(right.operationId)),
    )
    .map(({ operationId, place, outcome, code, newId, newGroup }) => ({
      operation: operationId,
      place,
      outcome: outcomeNumber[outcome],
      code: code === null ? null : countKind[code],
      new_id: newId,
      new_group: newGroup,
    }));
  sql.defer(updateOutcomes, [JSON.stringify(rows)]);
};

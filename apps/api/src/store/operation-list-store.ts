import type { OperationFailureCode, OperationOutcome, OperationQuery, OperationTask } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { markChanged } from './change-store.js';
import { namesByNumber } from './names-by-number.js';
import { countKind } from './operation-count-store.js';
import { operationColumns, operationOf, type OperationRecord } from './operation-store.js';
import { outcomeNumber } from './operation-task-store.js';
import { hexOrNull, textOrNull } from './values.js';

/** Which operations to list: below which id, how many rows, and only those whose every queue matches a pattern. */
export interface OperationSelection extends Pick<OperationQuery, 'queue' | 'action' | 'state'> {
  /** Queue names in which `*` stands for any characters. */
  readonly queuePatterns: readonly string[];
  readonly belowId: string | null;
  readonly rows: number;
}

/** Which of an operation's tasks to list. */
export interface OperationTaskSelection {
  readonly operationId: string;
  readonly outcome: OperationOutcome | null;
  readonly afterPlace: number;
  readonly rows: number;
}

const likeOf = (pattern: string): string =>
  pattern.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%');

const conditionsOf = (selection: OperationSelection): [string, unknown[]][] => {
  const { queue, action, state, queuePatterns, belowId } = selection;
  const conditions: [string, unknown[]][] = [];
  if (belowId !== null) conditions.push(['o.id < ?', [belowId]]);
  if (action !== undefined) conditions.push(['o.action = ?', [action]]);
  if (state !== undefined) conditions.push(['o.state = ?', [state]]);
  if (queue !== undefined) {
    const names = 'EXISTS (SELECT 1 FROM operation_queues n WHERE n.operation_id = o.id AND n.name = ?)';
    conditions.push([names, [queue]]);
  }
  if (!queuePatterns.includes('*')) {
    const matches = queuePatterns.map(() => 'n.name LIKE ?').join(' OR ');
    const others = `NOT EXISTS (SELECT 1 FROM operation_queues n WHERE n.operation_id = o.id AND NOT (${matches}))`;
    conditions.push([others, queuePatterns.map(likeOf)]);
  }
  return conditions;
};

/** Reads operations, newest first. */
export const selectOperations = async (
  sql: Sql,
  selection: OperationSelection,
): Promise<OperationRecord[]> => {
  const conditions = [...conditionsOf(selection), ['TRUE', []] as const];
  const statement = `
    SELECT ${operationColumns} FROM operations o FORCE INDEX (PRIMARY)
    WHERE ${conditions.map(([text]) => text).join(' AND ')} ORDER BY o.id DESC LIMIT ?`;
  const parameters = conditions.flatMap(([, given]) => [...given]);
  const rows = await sql.rows<Parameters<typeof operationOf>[0]>(statement, [...parameters, selection.rows]);
  return rows.map(operationOf);
};

const selectSomeQueueIds = 'SELECT queue_id FROM operation_queues WHERE operation_id = ? LIMIT ?';
const queuesTold = 100;
const noQueueInParticular = 0;

/** Tells listeners that an operation changed: in each of its queues, or in none in particular where they are many. */
export const markOperationChanged = async (sql: Sql, operationId: string): Promise<void> => {
  const rows = await sql.rows<{ queue_id: number }>(selectSomeQueueIds, [operationId, queuesTold + 1]);
  const isTold = rows.length > 0 && rows.length <= queuesTold;
  const queueIds = isTold ? rows.map(({ queue_id }) => queue_id) : [noQueueInParticular];
  await markChanged(sql, 'operations', queueIds);
};

const selectQueueNames =
  'SELECT operation_id, name FROM operation_queues WHERE operation_id IN (?) ORDER BY operation_id, name';

/** The names of the queues whose tasks operations cover, by operation. */
export const readCoveredQueues = async (
  sql: Sql,
  operationIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const names = new Map(operationIds.map((id): [string, string[]] => [id, []]));
  if (operationIds.length === 0) return names;
  const rows = await sql.rows<{ operation_id: string; name: string }>(selectQueueNames, [operationIds]);
  for (const { operation_id, name } of rows) names.get(operation_id)?.push(name);
  return names;
};

interface TaskRow {
  place: number;
  task_id: string;
  queue_name: string;
  thread_id: Buffer | null;
  outcome: number;
  code: number | null;
  new_id: string | null;
  error_group: Buffer | null;
  new_group: Buffer | null;
}

const taskColumns =
  'o.place, o.task_id, n.name AS queue_name, o.thread_id, o.outcome, o.code, o.new_id, o.error_group, o.new_group';
const queueOfCovered = `STRAIGHT_JOIN operation_queues n FORCE INDEX (PRIMARY)
  ON n.operation_id = o.operation_id AND n.queue_id = o.queue_id`;
const selectTasksInTurn = `
  SELECT ${taskColumns} FROM operation_tasks o FORCE INDEX (PRIMARY) ${queueOfCovered}
  WHERE o.operation_id = ? AND o.place > ? ORDER BY o.place LIMIT ?`;
const selectTasksByOutcome = `
  SELECT ${taskColumns} FROM operation_tasks o FORCE INDEX (operation_tasks_by_outcome) ${queueOfCovered}
  WHERE o.operation_id = ? AND o.outcome = ? AND o.place > ? ORDER BY o.outcome, o.place LIMIT ?`;

const outcomeByNumber = namesByNumber(outcomeNumber);
const codeByNumber = new Map(
  (['task_not_found', 'already_restarted', 'internal_error'] as const).map(
    (code): [number, OperationFailureCode] => [countKind[code], code],
  ),
);

const taskOf = (row: TaskRow): OperationTask => ({
  id: row.task_id,
  place: row.place,
  queue: row.queue_name,
  threadId: textOrNull(row.thread_id),
  outcome: outcomeByNumber.get(row.outcome) ?? 'pending',
  newId: row.new_id,
  code: row.code === null ? null : (codeByNumber.get(row.code) ?? null),
  group: hexOrNull(row.error_group),
  newGroup: hexOrNull(row.new_group),
});

/** Reads an operation's tasks, in their turn. */
export const selectOperationTasks = async (
  sql: Sql,
  { operationId, outcome, afterPlace, rows }: OperationTaskSelection,
): Promise<OperationTask[]> => {
  const found =
    outcome === null
      ? await sql.rows<TaskRow>(selectTasksInTurn, [operationId, afterPlace, rows])
      : await sql.rows<TaskRow>(selectTasksByOutcome, [
          operationId,
          outcomeNumber[outcome],
          afterPlace,
          rows,
        ]);
  return found.map(taskOf);
};

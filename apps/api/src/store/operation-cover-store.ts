import type { Sql } from '../platform/database/sql.js';
import { deadTaskSearch, type DeadTaskSearch, type DeadTaskSelection } from './dead-task-list-store.js';
import { outcomeNumber } from './operation-task-store.js';

/** Which dead tasks an operation is to cover. */
export type OperationSelection = Omit<DeadTaskSelection, 'rows' | 'before'>;

/** How the tasks of an operation are searched for. */
export const searchOf = (selection: OperationSelection): DeadTaskSearch =>
  deadTaskSearch({ ...selection, before: null });

/** Whether a dead task `t` waits for its turn in an operation that has not ended. */
export const isTaken = `EXISTS (
  SELECT 1 FROM operation_tasks p FORCE INDEX (operation_tasks_by_task)
  STRAIGHT_JOIN operations w FORCE INDEX (PRIMARY) ON w.id = p.operation_id
  WHERE p.task_id = t.id AND p.outcome = ${outcomeNumber.pending} AND w.state IN ('running', 'canary', 'paused'))`;

const countSome = ({ index, condition }: DeadTaskSearch): string => `
  SELECT COUNT(*) AS count FROM (
    SELECT 1 FROM dead_tasks t FORCE INDEX (${index}) WHERE ${condition} LIMIT ?) found`;
/** The turns follow the order in which the tasks stood in their threads. */
const coverTasks = ({ index, condition }: DeadTaskSearch): string => `
  INSERT INTO operation_tasks (operation_id, place, task_id, queue_id, thread_id, died_at, error_group, outcome)
  SELECT ?, ROW_NUMBER() OVER (ORDER BY c.scheduled_at, c.id), c.id, c.queue_id, c.thread_id, c.died_at, c.error_group,
    ${outcomeNumber.pending}
  FROM (
    SELECT t.id, t.queue_id, t.thread_id, t.died_at, t.error_group, t.scheduled_at
    FROM dead_tasks t FORCE INDEX (${index}) WHERE ${condition} AND NOT ${isTaken} LIMIT ?) c`;
const noteQueues = `
  INSERT INTO operation_queues (operation_id, queue_id, name)
  SELECT ?, q.id, q.name FROM (SELECT DISTINCT queue_id FROM operation_tasks WHERE operation_id = ?) c
  JOIN queues q ON q.id = c.queue_id`;
const noteQueuesById = `
  INSERT INTO operation_queues (operation_id, queue_id, name) SELECT ?, q.id, q.name FROM queues q WHERE q.id IN (?)`;
const noteEveryQueue = `
  INSERT INTO operation_queues (operation_id, queue_id, name) SELECT ?, q.id, q.name FROM queues q`;

/** How many dead tasks a selection has, counted up to a most. */
export const countSelected = async (
  sql: Sql,
  selection: OperationSelection,
  most: number,
): Promise<number> => {
  if (selection.queueIds?.length === 0) return 0;
  const search = searchOf(selection);
  const [row] = await sql.rows<{ count: string | number }>(countSome(search), [...search.parameters, most]);
  return Number(row?.count ?? 0);
};

/** Gives an operation the dead tasks of a selection, up to a most; how many. Those of other operations that go on are left out. */
export const coverSelected = async (
  sql: Sql,
  operationId: string,
  { selection, most }: { readonly selection: OperationSelection; readonly most: number },
): Promise<number> => {
  if (selection.queueIds?.length === 0) return 0;
  const search = searchOf(selection);
  const parameters = [operationId, ...search.parameters, most];
  return (await sql.change(coverTasks(search), parameters)).affectedRows;
};

/** Notes whose tasks an operation covers; where it covers none, which queues it looked at: null for every one. */
export const noteCoveredQueues = async (
  sql: Sql,
  operationId: string,
  lookedAt: readonly number[] | null,
): Promise<void> => {
  const { affectedRows } = await sql.change(noteQueues, [operationId, operationId]);
  if (affectedRows > 0 || lookedAt?.length === 0) return;
  if (lookedAt === null) await sql.change(noteEveryQueue, [operationId]);
  else await sql.change(noteQueuesById, [operationId, lookedAt]);
};

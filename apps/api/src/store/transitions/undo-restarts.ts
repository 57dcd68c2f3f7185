import type { Sql } from '../../platform/database/sql.js';
import { TallyChanges } from '../counter-store.js';
import { deleteFinished, lockFinished, returnToDead } from '../finished-task-store.js';
import { storeOutcomes, type RestartedTask } from '../operation-task-store.js';
import type { TaskChanges } from '../task-transactions.js';
import { changeTasks } from './change-tasks.js';
import { loadSituation, type HeldTask } from './situation.js';

const hasNotStarted = (task: HeldTask | undefined): boolean =>
  task !== undefined && task.attempt === 0 && task.lease === null;

/**
 * Returns restarted tasks that have not started to the DLQ: each is the dead task that it was, with its id, its death
 * and its history, and its restart is gone as if deleted; heads are promoted in the same transaction. One that has
 * started, or whose old record has left with its retention, stays as it is. Answers how many were returned.
 */
export const undoRestarts = async (
  sql: Sql,
  restarted: readonly RestartedTask[],
): Promise<TaskChanges<number>> => {
  const situation = await loadSituation(
    sql,
    restarted.map(({ newId }) => newId),
    { areHeld: false },
  );
  const waiting = restarted.filter(({ newId }) => hasNotStarted(situation.tasks.get(newId)));
  const kept = await lockFinished(
    sql,
    waiting.map(({ taskId }) => taskId),
  );
  const returning = waiting.filter(({ taskId, newId }) => kept.get(taskId)?.successorId === newId);
  await returnToDead(
    sql,
    returning.map(({ taskId, diedAtMs, group }) => ({ id: taskId, diedAtMs, group })),
  );
  await deleteFinished(
    sql,
    returning.map(({ taskId }) => taskId),
  );
  storeOutcomes(
    sql,
    returning.map(({ operationId, place, newId }) => {
      return { operationId, place, outcome: 'undone', code: null, newId, newGroup: null };
    }),
  );
  const tallies = new TallyChanges();
  for (const { newId } of returning) tallies.add(situation.tasks.get(newId)?.queueId ?? 0, 'dead', 1);
  const transition = await changeTasks(
    sql,
    situation,
    returning.map(({ newId }) => ({ kind: 'deleted', id: newId })),
  );
  return { result: returning.length, tallies: [tallies, transition.tallies], wakeups: transition.wakeups };
};

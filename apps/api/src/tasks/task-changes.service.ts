import { Injectable } from '@nestjs/common';
import type { DeleteResult, ItemRefusal, Task } from '@spool/contracts';
import { taskOf } from '../answers/task-answer.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError, taskNotFound } from '../platform/spool-error.js';
import { markChanged } from '../store/change-store.js';
import { readQueues } from '../store/queue-store.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import { lockAnywhere, removeAnywhere, type RemovableTasks } from '../store/transitions/remove-anywhere.js';
import { loadSituation } from '../store/transitions/situation.js';
import { findVisibleTask, findWholeTask } from './task-reading.service.js';

/** What producers and operators do to tasks that are there. */
@Injectable()
export class TaskChangesService {
  constructor(private readonly transactions: TaskTransactions) {}

  /** Gives an ENQUEUED task another time (R3). Throws `task_not_found`, `task_not_enqueued`. */
  reschedule(id: string, scheduledAtMs: number, caller: Caller): Promise<Task> {
    return this.transactions.run({ kind: 'reschedule' }, async (sql) => {
      const seen = await findVisibleTask(sql, id, caller);
      const situation = await loadSituation(sql, [id], { areHeld: false });
      const task = situation.tasks.get(id);
      if (task === undefined || task.lease !== null) {
        const state = task === undefined ? seen.state : 'IN_PROGRESS';
        throw new SpoolError(
          'task_not_enqueued',
          `Task ${id} is ${state}: only an ENQUEUED task can be rescheduled.`,
        );
      }
      const { attempt, queueId } = task;
      const { wakeups, tallies } = await changeTasks(sql, situation, [
        { kind: 'returned', id, scheduledAtMs, attempt },
      ]);
      await markChanged(sql, 'tasks', [queueId]);
      return { result: await readWhole(sql, id, caller), tallies: [tallies], wakeups };
    });
  }

  /** Deletes one task in any state (R8). Throws `task_not_found`. */
  async deleteOne(id: string, caller: Caller): Promise<void> {
    const [result] = await this.deleteMany([id], caller);
    if (result?.status !== 'ok') throw taskNotFound(id);
  }

  /** Deletes tasks in any state (R8); one result an id. */
  deleteMany(ids: readonly string[], caller: Caller): Promise<(DeleteResult | ItemRefusal)[]> {
    return this.transactions.run({ kind: 'delete' }, (sql) => deleteIn(sql, ids, caller));
  }
}

const readWhole = async (sql: Sql, id: string, caller: Caller): Promise<Task> => {
  const { task, texts } = await findWholeTask(sql, id, caller);
  return taskOf(task, texts);
};

const deleteIn = async (
  sql: Sql,
  ids: readonly string[],
  caller: Caller,
): Promise<TaskChanges<(DeleteResult | ItemRefusal)[]>> => {
  const removable = await lockAnywhere(sql, ids);
  const visible = await visibleIds(sql, removable, ids, caller);
  const { transition, tallies } = await removeAnywhere(sql, removable, [...visible]);
  const remaining = new Set(visible);
  const result = ids.map((id): DeleteResult | ItemRefusal => {
    // The first mention of an id counts; after it the task is gone.
    if (!remaining.delete(id))
      return { id, status: 'error', code: 'task_not_found', detail: taskNotFound(id).message };
    const task = removable.situation.tasks.get(id);
    return { id, status: 'ok', ...(task === undefined ? {} : transition.promotedBy(task)) };
  });
  return { result, tallies: [transition.tallies, tallies], wakeups: transition.wakeups };
};

const visibleIds = async (
  sql: Sql,
  { situation, dead, finished }: RemovableTasks,
  ids: readonly string[],
  caller: Caller,
): Promise<Set<string>> => {
  const queueOf = (id: string): number | undefined =>
    (situation.tasks.get(id) ?? dead.get(id) ?? finished.get(id))?.queueId;
  const found = ids.filter((id) => queueOf(id) !== undefined);
  const queues = await readQueues(
    sql,
    found.flatMap((id) => queueOf(id) ?? []),
  );
  return new Set(
    found.filter((id) => {
      const queue = queues.get(queueOf(id) ?? 0);
      return queue !== undefined && coversQueue(caller, queue.name);
    }),
  );
};

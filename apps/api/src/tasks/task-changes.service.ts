import { Injectable } from '@nestjs/common';
import type { DeleteResult, ItemRefusal, Task, TaskState } from '@spool/contracts';
import { taskOf } from '../answers/task-answer.js';
import type { Act } from '../platform/act.js';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError, taskNotFound } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import { recordAct, recordActOnTasks } from '../store/audit-log-store.js';
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
  reschedule(id: string, scheduledAtMs: number, act: Act): Promise<Task> {
    return this.transactions.run({ kind: 'reschedule' }, (sql) =>
      rescheduleIn(sql, { id, scheduledAtMs, act }),
    );
  }

  /** Deletes one task in any state (R8). Throws `task_not_found`. */
  async deleteOne(id: string, act: Act): Promise<void> {
    const [result] = await this.deleteMany([id], act);
    if (result?.status !== 'ok') throw taskNotFound(id);
  }

  /** Deletes tasks in any state (R8); one result an id. */
  deleteMany(ids: readonly string[], act: Act): Promise<(DeleteResult | ItemRefusal)[]> {
    return this.transactions.run({ kind: 'delete' }, (sql) => deleteIn(sql, ids, act));
  }
}

interface Rescheduling {
  readonly id: string;
  readonly scheduledAtMs: number;
  readonly act: Act;
}

const rescheduleIn = async (
  sql: Sql,
  { id, scheduledAtMs, act }: Rescheduling,
): Promise<TaskChanges<Task>> => {
  const seen = await findVisibleTask(sql, id, act.caller);
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
  recordAct(sql, act, {
    target: { type: 'task', id },
    queue: seen.queue,
    before: { scheduledAt: isoTime(task.scheduledAtMs) },
    after: { scheduledAt: isoTime(scheduledAtMs) },
  });
  return { result: await readWhole(sql, id, act.caller), tallies: [tallies], wakeups };
};

const readWhole = async (sql: Sql, id: string, caller: Caller): Promise<Task> => {
  const { task, texts } = await findWholeTask(sql, id, caller);
  return taskOf(task, texts);
};

const deleteIn = async (
  sql: Sql,
  ids: readonly string[],
  act: Act,
): Promise<TaskChanges<(DeleteResult | ItemRefusal)[]>> => {
  const removable = await lockAnywhere(sql, ids);
  const visible = await visibleQueues(sql, removable, ids, act.caller);
  const { transition, tallies } = await removeAnywhere(sql, removable, [...visible.keys()]);
  recordActOnTasks(sql, act, {
    ids: [...visible.keys()],
    queues: visible.values(),
    before: { states: countStates(removable, visible.keys()) },
  });
  const remaining = new Set(visible.keys());
  const result = ids.map((id): DeleteResult | ItemRefusal => {
    // The first mention of an id counts; after it the task is gone.
    if (!remaining.delete(id))
      return { id, status: 'error', code: 'task_not_found', detail: taskNotFound(id).message };
    const task = removable.situation.tasks.get(id);
    return { id, status: 'ok', ...(task === undefined ? {} : transition.promotedBy(task, act.caller)) };
  });
  return { result, tallies: [transition.tallies, tallies], wakeups: transition.wakeups };
};

/** How many of the tasks were in each state. */
const countStates = (
  { situation, dead, finished }: RemovableTasks,
  ids: Iterable<string>,
): Partial<Record<TaskState, number>> => {
  const counts: Partial<Record<TaskState, number>> = {};
  for (const id of ids) {
    const live = situation.tasks.get(id);
    const settled = dead.has(id) ? 'DEAD' : (finished.get(id)?.state ?? 'COMPLETED');
    const state = live === undefined ? settled : live.lease === null ? 'ENQUEUED' : 'IN_PROGRESS';
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
};

/** The tasks that the caller sees, each with its queue’s name. */
const visibleQueues = async (
  sql: Sql,
  { situation, dead, finished }: RemovableTasks,
  ids: readonly string[],
  caller: Caller,
): Promise<Map<string, string>> => {
  const queueOf = (id: string): number | undefined =>
    (situation.tasks.get(id) ?? dead.get(id) ?? finished.get(id))?.queueId;
  const found = ids.filter((id) => queueOf(id) !== undefined);
  const queues = await readQueues(
    sql,
    found.flatMap((id) => queueOf(id) ?? []),
  );
  return new Map(
    found.flatMap((id) => {
      const queue = queues.get(queueOf(id) ?? 0);
      return queue !== undefined && coversQueue(caller, queue.name) ? [[id, queue.name]] : [];
    }),
  );
};

import { Injectable } from '@nestjs/common';
import type { DeleteResult, ItemRefusal } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { coversQueue } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { recordActOnTasks } from '../store/audit-log-store.js';
import { lockDead } from '../store/dead-task-store.js';
import { readQueues } from '../store/queue-store.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { removeDead } from '../store/transitions/remove-dead.js';

/** Deletes dead tasks for good. */
@Injectable()
export class DeadTaskRemovalService {
  constructor(private readonly transactions: TaskTransactions) {}

  /** Deletes those of these tasks that are dead, and only those; one result an id. */
  delete(ids: readonly string[], act: Act): Promise<(DeleteResult | ItemRefusal)[]> {
    return this.transactions.run({ kind: 'delete_dead' }, (sql) => deleteIn(sql, ids, act));
  }
}

const deleteIn = async (
  sql: Sql,
  ids: readonly string[],
  act: Act,
): Promise<TaskChanges<(DeleteResult | ItemRefusal)[]>> => {
  const dead = await lockDead(sql, ids);
  const queues = await readQueues(
    sql,
    [...dead.values()].map(({ queueId }) => queueId),
  );
  const visible = [...dead.values()].filter(({ queueId }) => {
    const queue = queues.get(queueId);
    return queue !== undefined && coversQueue(act.caller, queue.name);
  });
  const tallies = await removeDead(sql, visible);
  const deletable = new Set(visible.map(({ id }) => id));
  recordActOnTasks(sql, act, {
    ids: [...deletable],
    queues: visible.map(({ queueId }) => queues.get(queueId)?.name ?? ''),
  });
  const result = ids.map((id): DeleteResult | ItemRefusal =>
    // The first mention of an id counts; after it the task is gone.
    deletable.delete(id)
      ? { id, status: 'ok' }
      : { id, status: 'error', code: 'task_not_found', detail: `There is no task ${id} in the DLQ.` },
  );
  return { result, tallies: [tallies], wakeups: [] };
};

import { Injectable } from '@nestjs/common';
import type { DeleteResult, ItemRefusal } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { lockDead } from '../store/dead-task-store.js';
import { readQueues } from '../store/queue-store.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { removeDead } from '../store/transitions/remove-dead.js';

/** Deletes dead tasks for good. */
@Injectable()
export class DeadTaskRemovalService {
  constructor(private readonly transactions: TaskTransactions) {}

  /** Deletes those of these tasks that are dead, and only those; one result an id. */
  delete(ids: readonly string[], caller: Caller): Promise<(DeleteResult | ItemRefusal)[]> {
    return this.transactions.run({ kind: 'delete_dead' }, (sql) => deleteIn(sql, ids, caller));
  }
}

const deleteIn = async (
  sql: Sql,
  ids: readonly string[],
  caller: Caller,
): Promise<TaskChanges<(DeleteResult | ItemRefusal)[]>> => {
  const dead = await lockDead(sql, ids);
  const queues = await readQueues(
    sql,
    [...dead.values()].map(({ queueId }) => queueId),
  );
  const visible = [...dead.values()].filter(({ queueId }) => {
    const queue = queues.get(queueId);
    return queue !== undefined && coversQueue(caller, queue.name);
  });
  const tallies = await removeDead(sql, visible);
  const deletable = new Set(visible.map(({ id }) => id));
  const result = ids.map((id): DeleteResult | ItemRefusal =>
    // The first mention of an id counts; after it the task is gone.
    deletable.delete(id)
      ? { id, status: 'ok' }
      : { id, status: 'error', code: 'task_not_found', detail: `There is no task ${id} in the DLQ.` },
  );
  return { result, tallies: [tallies], wakeups: [] };
};

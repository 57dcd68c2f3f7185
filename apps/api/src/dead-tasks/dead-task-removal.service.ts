import { Injectable } from '@nestjs/common';
import type { DeleteResult, ItemRefusal } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { TallyChanges } from '../store/counter-store.js';
import { deleteDead, lockDead } from '../store/dead-task-store.js';
import { deleteFailedAttempts } from '../store/failed-attempt-store.js';
import { readQueues } from '../store/queue-store.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';

/** Deletes dead tasks for good. */
@Injectable()
export class DeadTaskRemovalService {
  constructor(private readonly transactions: TaskTransactions) {}

  /** Deletes those of these tasks that are dead, and only those; one result an id. */
  delete(ids: readonly string[], caller: Caller): Promise<(DeleteResult | ItemRefusal)[]> {
    return this.transactions.run((sql) => deleteIn(sql, ids, caller));
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
  const tallies = new TallyChanges();
  const deletable = new Set<string>();
  for (const [id, { queueId }] of dead) {
    const queue = queues.get(queueId);
    if (queue === undefined || !coversQueue(caller, queue.name)) continue;
    deletable.add(id);
    tallies.add(queueId, 'dead', -1);
  }
  await deleteDead(sql, [...deletable]);
  deleteFailedAttempts(sql, [...deletable]);
  const result = ids.map((id): DeleteResult | ItemRefusal =>
    // The first mention of an id counts; after it the task is gone.
    deletable.delete(id)
      ? { id, status: 'ok' }
      : { id, status: 'error', code: 'task_not_found', detail: `There is no task ${id} in the DLQ.` },
  );
  return { result, tallies: [tallies], wakeups: [] };
};

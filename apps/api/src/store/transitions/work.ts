import type { Sql } from '../../platform/database/sql.js';
import type { TallyChanges } from '../counter-store.js';
import type { QueueRecord } from '../queue-store.js';
import type { Outcome } from './outcome.js';
import type { HeldTask, Situation } from './situation.js';
import type { ThreadPlans } from './thread-plans.js';
import type { Wakeup } from './wakeup.js';

/** One transaction's outcomes and plans on their way into the tables. */
export interface Work {
  readonly sql: Sql;
  readonly situation: Situation;
  readonly outcomes: readonly Outcome[];
  readonly threadPlans: ThreadPlans;
  readonly tallies: TallyChanges;
  readonly wakeups: Wakeup[];
}

/** The locked task that an outcome names. */
export const taskOf = (situation: Situation, id: string): HeldTask => {
  const task = situation.tasks.get(id);
  if (task === undefined)
    throw new Error(`An outcome names task ${id}, which this transaction has not locked.`);
  return task;
};

/** The queue of a locked task. */
export const queueOf = (situation: Situation, task: HeldTask): QueueRecord => {
  const queue = situation.queues.get(task.queueId);
  if (queue === undefined) throw new Error(`Queue ${task.queueId} has live tasks but no row.`);
  return queue;
};

/** Notes that a task is no longer where it was (`-1`): in a worker's hands, or waiting in its thread. */
export const tallyPlace = (tallies: TallyChanges, task: HeldTask, by: 1 | -1): void => {
  if (task.lease !== null) tallies.add(task.queueId, 'inProgress', by);
  else if (task.readyAtMs === null) tallies.add(task.queueId, 'waiting', by);
};

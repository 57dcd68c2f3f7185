import type { ItemRefusal } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import type { QueueRecord } from '../store/queue-store.js';
import type { TaskChanges } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import type { Outcome } from '../store/transitions/outcome.js';
import { loadSituation } from '../store/transitions/situation.js';
import { judgePetitions, type Petition } from './claims.js';

/** The head that a settlement promoted in the task's thread, if it did. */
export interface Promoted {
  readonly promoted?: string;
}

/** One item of a settling call: what it wants, and where its answer goes. */
export interface Settlement extends Petition {
  /** Told when the outcome was applied; again, with what then holds, if the transaction was repeated. */
  tell(outcome: Outcome, promoted: Promoted): void;
  /** Told when the claim does not hold. */
  refuse(refusal: ItemRefusal): void;
}

/** The queues of tasks, by id. */
export type QueuesById = ReadonlyMap<number, QueueRecord>;

/**
 * Settles what the claims allow, in one transaction (R5, R6, R11, R12), and tells each settlement what became of it.
 * Its result are the queues of the tasks.
 */
export const settle = async (
  sql: Sql,
  settlements: readonly Settlement[],
): Promise<TaskChanges<QueuesById>> => {
  const ids = settlements.map(({ claim }) => claim.id);
  const situation = await loadSituation(sql, ids, { areHeld: true });
  const judged = await judgePetitions(sql, situation, settlements);
  const outcomes = judged.flatMap((one) => (one.refusal === null ? [one.outcome] : []));
  const transition = await changeTasks(sql, situation, outcomes);
  for (const one of judged) {
    if (one.refusal === null) one.petition.tell(one.outcome, transition.promotedBy(one.task));
    else one.petition.refuse(one.refusal);
  }
  return { result: situation.queues, tallies: [transition.tallies], wakeups: transition.wakeups };
};

import type { ItemRefusal } from '@spool/contracts';
import type { Sql } from '../platform/database/sql.js';
import { recordActOnTasks } from '../store/audit-log-store.js';
import { groupBy } from '../store/group-by.js';
import type { QueueRecord } from '../store/queue-store.js';
import type { TaskChanges } from '../store/task-transactions.js';
import { changeTasks } from '../store/transitions/change-tasks.js';
import type { Outcome } from '../store/transitions/outcome.js';
import { loadSituation, type Situation } from '../store/transitions/situation.js';
import { judgePetitions, type Judged, type Petition } from './claims.js';

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
  noteSettled(sql, judged, situation);
  for (const one of judged) {
    if (one.refusal === null)
      one.petition.tell(one.outcome, transition.promotedBy(one.task, one.petition.act.caller));
    else one.petition.refuse(one.refusal);
  }
  return { result: situation.queues, tallies: [transition.tallies], wakeups: transition.wakeups };
};

/** What operators settle themselves is remembered; what workers settle with their keys is not. */
const noteSettled = (
  sql: Sql,
  judged: readonly Judged<Settlement>[],
  { queues }: Pick<Situation, 'queues'>,
): void => {
  const audited = judged.flatMap((one) => (one.refusal === null && one.petition.act.isAudited ? [one] : []));
  for (const [act, settled] of groupBy(audited, ({ petition }) => petition.act)) {
    const byOutcome = groupBy(settled, ({ outcome }) => outcome.kind);
    recordActOnTasks(sql, act, {
      ids: settled.map(({ task }) => task.id),
      queues: settled.map(({ task }) => queues.get(task.queueId)?.name ?? ''),
      after: { outcomes: Object.fromEntries([...byOutcome].map(([kind, { length }]) => [kind, length])) },
    });
  }
};

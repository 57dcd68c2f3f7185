import type { ThreadChange } from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { TallyChanges } from '../counter-store.js';
import { groupBy } from '../group-by.js';
import { bury, endTheirLeases, keepCompleted, recordFailures, removeLeaving } from './endings.js';
import { moveLines } from './line-moves.js';
import { noteEnds } from './operation-ends.js';
import { staysLive, type Outcome } from './outcome.js';
import { noteEndSteps } from './note-steps.js';
import { noteTraffic } from './note-traffic.js';
import type { Situation } from './situation.js';
import { planThreads, type ThreadBatch, type ThreadPlans } from './thread-plans.js';
import type { Wakeup } from './wakeup.js';
import { taskOf, type Work } from './work.js';

/** What a transition did, beyond the outcomes that it was given. */
export class Transition {
  constructor(
    private readonly promoted: ReadonlyMap<string, string>,
    /** Queues in which something may be dequeued that could not be before. */
    readonly wakeups: readonly Wakeup[],
    readonly tallies: TallyChanges,
  ) {}

  /** The head that the whole batch promoted in a task's thread, unless it is the task itself. */
  promotedBy(task: { readonly id: string; readonly threadKey: string | null }): { promoted?: string } {
    const head = task.threadKey === null ? undefined : this.promoted.get(task.threadKey);
    return head === undefined || head === task.id ? {} : { promoted: head };
  }
}

/**
 * Applies outcomes to live tasks that the situation has locked, and lets their threads elect: the one path by
 * which a task leaves, returns or moves in its line (R1 to R8, R10). Each task has at most one outcome.
 */
export const changeTasks = async (
  sql: Sql,
  situation: Situation,
  outcomes: readonly Outcome[],
): Promise<Transition> => {
  const tallies = new TallyChanges();
  if (outcomes.length === 0) return new Transition(new Map(), [], tallies);
  const threadPlans = await planThreads(sql, batchesOf(situation, outcomes), situation);
  const work: Work = { sql, situation, outcomes, threadPlans, tallies, wakeups: [] };
  await bury(work);
  keepCompleted(work);
  removeLeaving(work);
  await noteEnds(work);
  recordFailures(work);
  endTheirLeases(work);
  await moveLines(work);
  noteTraffic(work);
  noteEndSteps(work);
  return new Transition(promotedBy(threadPlans), work.wakeups, tallies);
};

const batchesOf = (situation: Situation, outcomes: readonly Outcome[]): ThreadBatch[] => {
  const byThread = groupBy(outcomes, (outcome) => taskOf(situation, outcome.id).threadKey);
  return [...byThread].flatMap(([key, changes]) => {
    const thread = key === null ? undefined : situation.threads.get(key);
    return thread === undefined ? [] : [{ thread, changes: changes.map(changeOf) }];
  });
};

const changeOf = (outcome: Outcome): ThreadChange =>
  staysLive(outcome)
    ? { kind: 'returns', id: outcome.id, scheduledAtMs: outcome.scheduledAtMs }
    : { kind: 'leaves', id: outcome.id };

const promotedBy = ({ plans }: ThreadPlans): Map<string, string> => {
  const promoted = new Map<string, string>();
  for (const [key, plan] of plans) if (plan.promoted?.kind === 'member') promoted.set(key, plan.promoted.id);
  return promoted;
};

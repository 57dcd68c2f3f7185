import type { ThreadChange } from '@spool/thread-engine';
import { coversQueue, type Caller } from '../../platform/caller.js';
import type { Sql } from '../../platform/database/sql.js';
import { TallyChanges } from '../counter-store.js';
import { groupBy } from '../group-by.js';
import { bury, endTheirLeases, keepCompleted, recordFailures, removeLeaving } from './endings.js';
import { moveLines, type Promotion } from './line-moves.js';
import { noteEnds } from './operation-ends.js';
import { staysLive, type Outcome } from './outcome.js';
import { noteEndSteps } from './note-steps.js';
import { noteTraffic } from './note-traffic.js';
import type { Situation } from './situation.js';
import { planThreads, type ThreadBatch } from './thread-plans.js';
import type { Wakeup } from './wakeup.js';
import { taskOf, type Work } from './work.js';

/** What a transition did, beyond the outcomes that it was given. */
export class Transition {
  constructor(
    private readonly promotions: ReadonlyMap<string, Promotion>,
    /** Queues in which something may be dequeued that could not be before. */
    readonly wakeups: readonly Wakeup[],
    readonly tallies: TallyChanges,
  ) {}

  /** The other member that the whole batch promoted in a task's thread, unless it is in a queue that the caller may not read. */
  promotedBy(task: { readonly threadKey: string | null }, caller: Caller): { promoted?: string } {
    const promotion = task.threadKey === null ? undefined : this.promotions.get(task.threadKey);
    if (promotion === undefined || !coversQueue(caller, promotion.queueName)) return {};
    return { promoted: promotion.member.id };
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
  const promotions = await moveLines(work);
  noteTraffic(work);
  noteEndSteps(work);
  return new Transition(
    new Map(promotions.map((promotion) => [promotion.key, promotion])),
    work.wakeups,
    tallies,
  );
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

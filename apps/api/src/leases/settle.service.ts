import { Injectable } from '@nestjs/common';
import type {
  CompleteItem,
  CompleteResult,
  FailItem,
  FailResult,
  ItemRefusal,
  ReleaseItem,
  ReleaseResult,
} from '@spool/contracts';
import { decideRelease } from '@spool/thread-engine';
import type { Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import { isoTime } from '../platform/times.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { changeTasks, type Transition } from '../store/transitions/change-tasks.js';
import { decideFailed } from '../store/transitions/decide-failed.js';
import type { Outcome } from '../store/transitions/outcome.js';
import { loadSituation, type HeldTask, type Situation } from '../store/transitions/situation.js';
import type { Claim } from '../store/transitions/standings.js';
import { judgeClaims, type Judged } from './claims.js';
import { failureOf } from './failure-text.js';

type Decide<Item> = (item: Item, task: HeldTask, situation: Situation) => Outcome;
type Answer<Item, Result> = (item: Item, outcome: Outcome, promoted: { promoted?: string }) => Result;

const settledAs = {
  completed: 'completed',
  retrying: 'retrying',
  dead: 'dead',
  returned: null,
  deleted: null,
} as const;

/** Settles tasks and hands them back: what a worker does with a lease that it holds. */
@Injectable()
export class SettleService {
  constructor(private readonly transactions: TaskTransactions) {}

  /** Completes tasks; one result an item. */
  complete(items: readonly CompleteItem[], caller: Caller): Promise<(CompleteResult | ItemRefusal)[]> {
    return this.settle(
      items,
      caller,
      ({ id, result }) => ({ kind: 'completed', id, result: result ?? null }),
      ({ id }, _outcome, promoted) => ({ id, status: 'ok' as const, ...promoted }),
    );
  }

  /** Fails attempts: each task retries (R5) or dies (R6); one result an item. */
  fail(items: readonly FailItem[], caller: Caller): Promise<(FailResult | ItemRefusal)[]> {
    return this.settle(
      items,
      caller,
      (item, task, situation) =>
        decideFailed(situation, task, {
          failure: failureOf(item.error),
          retryable: item.retryable,
          retryAfterMs: item.retryAfterMs ?? null,
          chance: Math.random(),
        }),
      ({ id }, outcome, promoted) => ({
        id,
        status: 'ok' as const,
        ...(outcome.kind === 'retrying'
          ? { outcome: 'retrying' as const, scheduledAt: isoTime(outcome.scheduledAtMs) }
          : { outcome: 'dead' as const }),
        ...promoted,
      }),
    );
  }

  /** Hands tasks back, the attempt not counted (R11); one result an item. */
  release(items: readonly ReleaseItem[], caller: Caller): Promise<(ReleaseResult | ItemRefusal)[]> {
    return this.settle(
      items,
      caller,
      ({ id, delayMs }, { attempt, scheduledAtMs }, { nowMs }) => ({
        kind: 'returned',
        id,
        ...decideRelease({ attempt, scheduledAtMs, delayMs: delayMs ?? null, nowMs }),
      }),
      ({ id }, outcome, promoted) => ({
        id,
        status: 'ok' as const,
        scheduledAt: isoTime(outcome.kind === 'returned' ? outcome.scheduledAtMs : 0),
        ...promoted,
      }),
    );
  }

  private settle<Item extends Claim, Result>(
    items: readonly Item[],
    caller: Caller,
    decide: Decide<Item>,
    answer: Answer<Item, Result>,
  ): Promise<(Result | ItemRefusal)[]> {
    return this.transactions.run((sql) => settleIn(sql, { items, caller, decide, answer }));
  }
}

interface Settling<Item, Result> {
  readonly items: readonly Item[];
  readonly caller: Caller;
  readonly decide: Decide<Item>;
  readonly answer: Answer<Item, Result>;
}

const settleIn = async <Item extends Claim, Result>(
  sql: Sql,
  { items, caller, decide, answer }: Settling<Item, Result>,
): Promise<TaskChanges<(Result | ItemRefusal)[]>> => {
  const situation = await loadSituation(
    sql,
    items.map(({ id }) => id),
  );
  const outcomes = new Map<string, Outcome>();
  const judged = await judgeClaims(sql, { situation, caller }, items, (item, task) => {
    const outcome = decide(item, task, situation);
    outcomes.set(item.id, outcome);
    return settledAs[outcome.kind];
  });
  const transition = await changeTasks(sql, situation, [...outcomes.values()]);
  const result = judged.map((one) => resultOf(one, outcomes, transition, answer));
  return { result, tallies: [transition.tallies], wakeups: transition.wakeups };
};

const resultOf = <Item extends Claim, Result>(
  judged: Judged<Item>,
  outcomes: ReadonlyMap<string, Outcome>,
  transition: Transition,
  answer: Answer<Item, Result>,
): Result | ItemRefusal => {
  if (judged.refusal !== null) return judged.refusal;
  const outcome = outcomes.get(judged.item.id);
  if (outcome === undefined) throw new Error(`Task ${judged.item.id} was accepted but not decided.`);
  return answer(judged.item, outcome, transition.promotedBy(judged.task));
};

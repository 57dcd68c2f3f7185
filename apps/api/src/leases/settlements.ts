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
import type { Act } from '../platform/act.js';
import { isoTime } from '../platform/times.js';
import { decideFailed } from '../store/transitions/decide-failed.js';
import type { Outcome } from '../store/transitions/outcome.js';
import type { HeldTask, Situation } from '../store/transitions/situation.js';
import type { Claim } from '../store/transitions/standings.js';
import { failureOf } from './failure-text.js';
import type { Promoted, Settlement } from './settle.js';

/** How one kind of settling call decides and answers. */
interface Kind<Item, Result> {
  decide(item: Item, task: HeldTask, situation: Situation): Outcome;
  answer(item: Item, outcome: Outcome, promoted: Promoted): Result;
}

const completing: Kind<CompleteItem, CompleteResult> = {
  decide: ({ id, result }) => ({ kind: 'completed', id, result: result ?? null }),
  answer: ({ id }, _outcome, promoted) => ({ id, status: 'ok', ...promoted }),
};

const failing: Kind<FailItem, FailResult> = {
  decide: (item, task, situation) =>
    decideFailed(situation, task, {
      failure: failureOf(item.error),
      retryable: item.retryable,
      retryAfterMs: item.retryAfterMs ?? null,
      chance: Math.random(),
    }),
  answer: ({ id }, outcome, promoted) =>
    outcome.kind === 'retrying'
      ? { id, status: 'ok', outcome: 'retrying', scheduledAt: isoTime(outcome.scheduledAtMs), ...promoted }
      : { id, status: 'ok', outcome: 'dead', ...promoted },
};

const releasing: Kind<ReleaseItem, ReleaseResult> = {
  decide: ({ id, delayMs }, { attempt, scheduledAtMs }, { nowMs }) => ({
    kind: 'returned',
    id,
    ...decideRelease({ attempt, scheduledAtMs, delayMs: delayMs ?? null, nowMs }),
  }),
  answer: ({ id }, outcome, promoted) => {
    if (outcome.kind !== 'returned') throw new Error(`Task ${id} was released and came to ${outcome.kind}.`);
    return { id, status: 'ok', scheduledAt: isoTime(outcome.scheduledAtMs), ...promoted };
  },
};

/** The settlements of one call, and its results as they come in, in request order. */
export interface SettlingCall<Result> {
  readonly settlements: readonly Settlement[];
  /** Complete once every settlement was told or refused. */
  readonly results: (Result | ItemRefusal)[];
}

const callOf = <Item extends Claim, Result>(
  kind: Kind<Item, Result>,
  items: readonly Item[],
  act: Act,
): SettlingCall<Result> => {
  const results: (Result | ItemRefusal)[] = [];
  const settlements = items.map((item, index): Settlement => ({
    claim: item,
    act,
    decide: (task, situation) => kind.decide(item, task, situation),
    tell: (outcome, promoted) => {
      results[index] = kind.answer(item, outcome, promoted);
    },
    refuse: (refusal) => {
      results[index] = refusal;
    },
  }));
  return { settlements, results };
};

/** Completes tasks. */
export const completeCall = (items: readonly CompleteItem[], act: Act): SettlingCall<CompleteResult> =>
  callOf(completing, items, act);

/** Fails attempts: each task retries (R5) or dies (R6). */
export const failCall = (items: readonly FailItem[], act: Act): SettlingCall<FailResult> =>
  callOf(failing, items, act);

/** Hands tasks back, the attempt not counted (R11). */
export const releaseCall = (items: readonly ReleaseItem[], act: Act): SettlingCall<ReleaseResult> =>
  callOf(releasing, items, act);

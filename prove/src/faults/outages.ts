import type { Entry } from '../history/entry.js';
import type { Outage } from '../stage.js';

/** When a fault began, and when the next one did. */
export interface FaultTimes {
  readonly fault: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

const movesAThread = ({ answer }: Entry): boolean =>
  answer !== null &&
  (answer.results.some(({ promoted }) => promoted !== undefined) ||
    answer.taken.some(({ threadId }) => threadId !== null));

/** The longest time between neighbours. */
const longestGap = (moments: readonly number[]): number =>
  Math.round(Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment))));

/** How long clients suffered from each fault: nobody was answered, no thread moved on. */
export const outagesOf = (entries: readonly Entry[], faults: readonly FaultTimes[]): Outage[] => {
  const answered = entries
    .filter(({ fate }) => fate === 'answered')
    .toSorted((left, right) => left.endedAtMs - right.endedAtMs);
  return faults.map(({ fault, fromMs, untilMs }) => {
    const during = answered.filter(({ endedAtMs }) => endedAtMs > fromMs && endedAtMs <= untilMs);
    const gapOf = (some: readonly Entry[]): number =>
      longestGap([fromMs, ...some.map(({ endedAtMs }) => endedAtMs), untilMs]);
    return {
      fault,
      unavailableMs: gapOf(during),
      untilPromotedMs: gapOf(during.filter((entry) => movesAThread(entry))),
    };
  });
};

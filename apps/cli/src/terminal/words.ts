/** A time for people: `2026-11-30 01:02:03`, in UTC as everywhere in Spool. */
export const timeWord = (at: string | null | undefined): string =>
  at === null || at === undefined ? '' : at.slice(0, 19).replace('T', ' ');

/** A count with its noun: `1 task`, `2,413 tasks`. */
export const countWord = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

const durationUnits = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A length of time in the largest unit that it is a whole number of, as options take it: `30s`, `1h`, `1500ms`. */
export const durationWord = (ms: number): string => {
  const [unit, unitMs] = durationUnits.find(([, size]) => ms !== 0 && ms % size === 0) ?? ['ms', 1];
  return `${ms / unitMs}${unit}`;
};

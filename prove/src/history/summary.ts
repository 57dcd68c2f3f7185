import type { Counts } from '../stage.js';
import type { Entry } from './entry.js';

/** Counts what clients asked and how it ended. */
export const countEntries = (entries: readonly Entry[]): Partial<Counts> => {
  const ended = (fate: Entry['fate']): number => entries.filter((entry) => entry.fate === fate).length;
  return {
    operations: entries.length,
    acknowledged: ended('answered'),
    refused: ended('refused'),
    unknown: ended('unknown'),
    tasks: entries.reduce((sum, { answer }) => sum + (answer?.admitted.length ?? 0), 0),
  };
};

/** How long answers took to calls that do not wait for tasks. */
export const latenciesOf = (entries: readonly Entry[]): number[] =>
  entries
    .filter(({ fate, asked }) => fate === 'answered' && (asked.demand?.waitMs ?? 0) === 0)
    .map(({ askedAtMs, endedAtMs }) => endedAtMs - askedAtMs);

import type { Entry } from '../history/entry.js';
import type { Finding } from '../stage.js';
import { checkCertainties } from './certain-checks.js';
import { sightingsOf } from './sightings.js';

/** What a history says about the installation that it was written about. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly threads: number;
  /** Threads that were too tangled to be decided. */
  readonly undecided: number;
}

/** Decides whether what clients were told can have come from a service that keeps its promises. */
export const checkHistory = (entries: readonly Entry[]): Verdict => {
  const seen = sightingsOf(entries);
  const threads = new Set(seen.holds.map(({ taken }) => taken.threadId ?? `task ${taken.id}`));
  return { findings: checkCertainties(seen, entries), threads: threads.size, undecided: 0 };
};

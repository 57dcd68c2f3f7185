import type { QueueSettings } from '@spool/oracle/installation.js';
import type { Entry } from '../history/entry.js';
import type { Finding } from '../stage.js';
import { checkCertainties } from './certain-checks.js';
import type { End } from './ends.js';
import { cutIntoThreads, gatherKnowledge, type ThreadHistory } from './events.js';
import { explain } from './search.js';
import type { Sightings } from './sightings.js';

/** What a history says about the installation that it was written about. */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly threads: number;
  /** Threads that were too tangled to be decided. */
  readonly undecided: number;
}

const objectionsTold = 4;

/**
 * A dequeue without an answer may have held a task that was deleted, or have been undone: then nobody can say any more
 * what it did, and a history that such a hold would explain is not held against the service.
 */
const mayHideAHold = (history: ThreadHistory, entries: readonly Entry[]): boolean => {
  const steps = history.events.flatMap((event) => event.steps);
  const isTouchy = steps.some(
    (step) =>
      step.kind === 'items' && step.items.some(({ verb }) => verb === 'delete' || verb === 'reschedule'),
  );
  const last = Math.max(...history.events.map(({ entry }) => entry.endedAtMs));
  return (
    isTouchy &&
    entries.some(
      ({ fate, asked, askedAtMs }) => fate === 'unknown' && asked.demand !== null && askedAtMs < last,
    )
  );
};

/** Decides whether what clients were told can have come from a service that keeps its promises. */
export const checkHistory = (
  entries: readonly Entry[],
  seen: Sightings,
  ends: ReadonlyMap<number, End>,
  queues: readonly QueueSettings[],
): Verdict => {
  const known = gatherKnowledge(entries, seen, ends);
  const threads = cutIntoThreads(entries, seen, known);
  const findings = checkCertainties(seen, entries);
  let undecided = 0;
  for (const history of threads) {
    const explanation = explain(history, known, queues);
    if (explanation.verdict === 'explained') continue;
    if (explanation.verdict === 'undecided' || mayHideAHold(history, entries)) undecided += 1;
    else {
      const { explained, stuckAt } = explanation;
      const total = history.events.length;
      const text = `no order explains ${history.name}; after ${explained} of ${total} calls: ${stuckAt.slice(0, objectionsTold).join('; ')}`;
      findings.push({ rule: 'order', text });
    }
  }
  return { findings, threads: threads.length, undecided };
};

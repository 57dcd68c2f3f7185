import type { QueueSettings } from '@spool/oracle/installation.js';
import type { Entry } from '../history/entry.js';
import type { Finding } from '../stage.js';
import { checkCertainties } from './certain-checks.js';
import type { End } from './ends.js';
import { cutIntoThreads, gatherKnowledge, type Knowledge, type Step, type ThreadHistory } from './events.js';
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

/** Whether a hold that nobody knows of would show in this step: its task is gone, or was not to be rescheduled. */
const isTouchy = (step: Step, { goneIds }: Knowledge): boolean =>
  step.kind === 'items' &&
  step.items.some(({ id, verb }, index) => {
    const isRefused = verb === 'reschedule' && step.told[index]?.code === 'task_not_enqueued';
    return goneIds.has(id) || isRefused;
  });

/**
 * A dequeue without an answer may have held a task that was deleted, or have been undone: then nobody can say any more
 * what it did, and a history that such a hold would explain is not held against the service.
 */
const mayHideAHold = (history: ThreadHistory, known: Knowledge, entries: readonly Entry[]): boolean => {
  const steps = history.events.flatMap((event) => event.steps);
  const last = Math.max(...history.events.map(({ entry }) => entry.endedAtMs));
  return (
    steps.some((step) => isTouchy(step, known)) &&
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
    if (explanation.verdict === 'undecided' || mayHideAHold(history, known, entries)) undecided += 1;
    else {
      const { explained, stuckAt } = explanation;
      const total = history.events.length;
      const text = `no order explains ${history.name}; after ${explained} of ${total} calls: ${stuckAt.slice(0, objectionsTold).join('; ')}`;
      findings.push({ rule: 'order', text });
    }
  }
  return { findings, threads: threads.length, undecided };
};

import { checkHistory } from '../checker/check-history.js';
import { readEnds } from '../checker/ends.js';
import { sightingsOf } from '../checker/sightings.js';
import { Reading } from '../history/reading.js';
import { countEntries, latenciesOf } from '../history/summary.js';
import type { Installation } from '../installation/installation.js';
import type { Finding, StageResult } from '../stage.js';
import { trafficQueueNames, trafficQueues } from './plan.js';

/** Checks the history of an installation whose traffic has ended and been drained. */
export const judgeTraffic = async (
  installation: Installation,
  found: readonly Finding[] = [],
): Promise<StageResult> => {
  const { entries } = installation.recorder;
  const seen = sightingsOf(entries);
  const ends = await readEnds(new Reading(installation), entries, seen, trafficQueueNames);
  const { findings, threads, undecided } = checkHistory(entries, seen, ends, trafficQueues);
  return {
    counts: { ...countEntries(entries), threads, undecided },
    findings: [...found, ...findings],
    latenciesMs: latenciesOf(entries),
  };
};

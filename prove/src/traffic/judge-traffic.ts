import { checkHistory } from '../checker/check-history.js';
import { readEnds } from '../checker/ends.js';
import { restartsByOperations } from '../checker/operation-restarts.js';
import { sightingsOf } from '../checker/sightings.js';
import type { Entry } from '../history/entry.js';
import { Reading } from '../history/reading.js';
import { countEntries, latenciesOf } from '../history/summary.js';
import type { Installation } from '../installation/installation.js';
import type { Finding, StageResult } from '../stage.js';
import { trafficQueueNames, trafficQueues } from './plan.js';

/** Trouble with the database is told as 503: a 500 is a fault of the service's own. */
const internalErrors = (entries: readonly Entry[]): Finding[] => {
  const count = entries.filter(({ reason }) => reason?.startsWith('500') === true).length;
  return count === 0 ? [] : [{ rule: '500', text: `${count} calls were answered 500` }];
};

/** Checks the history of an installation whose traffic has ended and been drained. */
export const judgeTraffic = async (
  installation: Installation,
  found: readonly Finding[] = [],
): Promise<StageResult> => {
  const { entries, operationsAskedAtMs } = installation.recorder;
  const reading = new Reading(installation);
  const listed = (await Promise.all(trafficQueueNames.map((queue) => reading.tasks(queue)))).flat();
  const operated = restartsByOperations(entries, operationsAskedAtMs, listed);
  const all = [...entries, ...operated.entries];
  const seen = sightingsOf(all);
  const ends = await readEnds(reading, all, seen, listed);
  const { findings, threads, undecided } = checkHistory(all, seen, ends, trafficQueues);
  return {
    counts: { ...countEntries(entries), threads, undecided },
    findings: [...found, ...internalErrors(entries), ...operated.findings, ...findings],
    latenciesMs: latenciesOf(entries),
  };
};

import type { TaskSummary } from '@spool/contracts';
import type { Entry } from '../history/entry.js';
import type { Finding } from '../stage.js';
import { clockSlackMs } from './objection.js';

interface Pair {
  readonly oldId: number;
  readonly newId: number;
  readonly arrivedAtMs: number;
}

const pairOf = ({ id, restartedFrom, enqueuedAt }: TaskSummary): Pair[] =>
  restartedFrom === undefined
    ? []
    : [{ oldId: Number(restartedFrom), newId: Number(id), arrivedAtMs: Date.parse(enqueuedAt) }];

/** No transaction outlasts its arrival by more. */
const longestMs = 30_000;

/** A restart as an entry of its own, about the time of the new task's arrival. */
const entryOf = ({ oldId, newId, arrivedAtMs }: Pair): Entry => ({
  number: 0,
  client: 'operation',
  replica: 0,
  askedAtMs: arrivedAtMs - clockSlackMs,
  endedAtMs: arrivedAtMs + longestMs,
  asked: { queue: null, sent: [], items: [{ verb: 'restart', id: oldId }], demand: null, hold: null },
  fate: 'answered',
  answer: { admitted: [], results: [{ status: 'ok', newId }], taken: [] },
  reason: null,
});

/** The dead tasks that clients asked to be restarted themselves, and may have been. */
const restartedByClients = (entries: readonly Entry[]): Set<number> =>
  new Set(
    entries.flatMap(({ asked, answer, fate }) =>
      asked.items.flatMap(({ verb, id }, index) =>
        verb === 'restart' && (fate === 'unknown' || answer?.results[index]?.status === 'ok') ? [id] : [],
      ),
    ),
  );

/**
 * What operations restarted, as the lists of tasks tell: an entry for each that no client was told of. A dead task that
 * lives on twice (R9), or was restarted though nobody asked for it, is a finding.
 */
export const restartsByOperations = (
  entries: readonly Entry[],
  operationsAskedAtMs: readonly number[],
  listed: readonly TaskSummary[],
): { readonly entries: readonly Entry[]; readonly findings: readonly Finding[] } => {
  const pairs = listed.flatMap(pairOf);
  const byClients = restartedByClients(entries);
  const newIds = new Map<number, number>();
  const found: Finding[] = [];
  const own: Entry[] = [];
  for (const pair of pairs) {
    const other = newIds.get(pair.oldId);
    newIds.set(pair.oldId, pair.newId);
    if (other !== undefined)
      found.push({ rule: 'R9', text: `task ${pair.oldId} was restarted as ${other} and as ${pair.newId}` });
    if (byClients.has(pair.oldId)) continue;
    if (operationsAskedAtMs.some((atMs) => atMs <= pair.arrivedAtMs + clockSlackMs)) own.push(entryOf(pair));
    else
      found.push({ rule: 'R9', text: `nobody asked for the restart of task ${pair.oldId} as ${pair.newId}` });
  }
  return { entries: own, findings: found };
};

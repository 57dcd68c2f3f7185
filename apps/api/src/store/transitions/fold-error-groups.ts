import type { Sql } from '../../platform/database/sql.js';
import { markChanged } from '../change-store.js';
import { holdGroupFold, takeGroupChanges, type GroupChange } from '../error-group-journal.js';
import {
  addGroupHours,
  addToGroups,
  groupThreadKey,
  readGroupThreads,
  readNewestDead,
  writeGroupThreads,
  type GroupHour,
  type GroupThread,
  type GroupUpdate,
} from '../error-group-store.js';
import { groupBy } from '../group-by.js';

/** Deaths are counted by whole hours of UTC. */
export const hourMs = 3_600_000;

interface KnownChange extends GroupChange {
  readonly group: string;
}

const hasGroup = (change: GroupChange): change is KnownChange => change.group !== null;

const sumOf = (changes: readonly GroupChange[]): number => changes.reduce((sum, { more }) => sum + more, 0);

const threadsAfter = async (sql: Sql, changes: readonly KnownChange[]) => {
  const inThreads = changes.flatMap(({ threadKey, ...change }) =>
    threadKey === null ? [] : [{ ...change, threadKey }],
  );
  const byThread = [...groupBy(inThreads, groupThreadKey)];
  const before = await readGroupThreads(
    sql,
    byThread.flatMap(([, [first]]) => (first === undefined ? [] : [first])),
  );
  const after: GroupThread[] = [];
  const threadsMore = new Map<string, number>();
  for (const [key, [first, ...others]] of byThread) {
    if (first === undefined) continue;
    const { group, threadKey } = first;
    const deadBefore = before.get(key) ?? 0;
    const dead = deadBefore + sumOf([first, ...others]);
    after.push({ group, threadKey, dead });
    const more = Number(dead > 0) - Number(deadBefore > 0);
    threadsMore.set(group, (threadsMore.get(group) ?? 0) + more);
  }
  return { after, threadsMore };
};

const hoursOf = (changes: readonly KnownChange[]): GroupHour[] => {
  const deaths = changes.filter((change) => change.deaths > 0);
  const hourOf = ({ diedAtMs }: KnownChange): number => Math.floor(diedAtMs / hourMs) * hourMs;
  return [...groupBy(deaths, ({ group }) => group)].flatMap(([group, ofGroup]) =>
    [...groupBy(ofGroup, hourOf)].map(([hourAtMs, ofHour]) => ({
      group,
      hourAtMs,
      deaths: ofHour.reduce((sum, change) => sum + change.deaths, 0),
    })),
  );
};

const updateOf = (
  [first, ...others]: readonly [KnownChange, ...KnownChange[]],
  threads: number,
  newestDead: string | undefined,
): GroupUpdate => {
  const all = [first, ...others];
  const latest = all.reduce((late, change) => (change.diedAtMs >= late.diedAtMs ? change : late));
  return {
    group: first.group,
    queueId: first.queueId,
    errorType: latest.errorType,
    message: latest.message,
    dead: sumOf(all),
    threads,
    firstSeenAtMs: Math.min(...all.map(({ diedAtMs }) => diedAtMs)),
    lastSeenAtMs: latest.diedAtMs,
    sampleTaskId: newestDead ?? latest.taskId,
  };
};

/**
 * Counts some of what the journal holds in the groups of dead tasks; tells how many changes that were. One fold runs
 * at a time in the whole installation, so who waits for it has everything that was committed before.
 */
export const foldErrorGroups = async (sql: Sql, limit: number): Promise<number> => {
  await holdGroupFold(sql);
  const taken = await takeGroupChanges(sql, limit);
  const changes = taken.filter(hasGroup);
  if (changes.length === 0) return taken.length;
  const { after, threadsMore } = await threadsAfter(sql, changes);
  const byGroup = [...groupBy(changes, ({ group }) => group)].sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  const newest = await readNewestDead(
    sql,
    byGroup.map(([group]) => group),
  );
  await addToGroups(
    sql,
    byGroup.flatMap(([group, [first, ...others]]) =>
      first === undefined
        ? []
        : [updateOf([first, ...others], threadsMore.get(group) ?? 0, newest.get(group))],
    ),
  );
  await writeGroupThreads(sql, after);
  await addGroupHours(sql, hoursOf(changes));
  await markChanged(
    sql,
    'dead-tasks',
    changes.map(({ queueId }) => queueId),
  );
  return taken.length;
};

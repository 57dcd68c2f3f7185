import type { Sql } from '../../platform/database/sql.js';
import { lockCounterCorrections, readDrifts } from '../counter-drift-store.js';
import { readTallies, TallyChanges, type Tallied } from '../counter-store.js';
import type { DecidedLine } from './line-repair.js';

/** A queue of at most so many live tasks is recounted with each repair; a larger one when the walk comes to it. */
const recountedTasks = 50_000;

const tallied: readonly Tallied[] = ['live', 'inProgress', 'waiting', 'dead', 'completed'];

/** What makes queues' counters say what is true, this transaction's own changes included: they are counted no further. */
export const correctCounters = async (sql: Sql, queueIds: readonly number[]): Promise<TallyChanges> => {
  await lockCounterCorrections(sql, queueIds);
  const changes = new TallyChanges();
  for (const { queueId, excess } of await readDrifts(sql, queueIds)) {
    for (const one of tallied) changes.add(queueId, one, -excess[one]);
  }
  return changes;
};

/** Brings the counters of repaired lines' queues to what is true: hands that change rows leave them wrong. */
export const recountLines = async (sql: Sql, lines: readonly DecidedLine[]): Promise<TallyChanges> => {
  const mended = lines.filter(({ repair }) => repair.kinds.length > 0);
  const queueIds = new Set(
    mended.flatMap(({ facts: { members, lease } }) => [
      ...members.map(({ queueId }) => queueId),
      ...(lease === null ? [] : [lease.queueId]),
    ]),
  );
  const tallies = await readTallies(sql, [...queueIds]);
  const recounted = new Set([...queueIds].filter((id) => (tallies.get(id)?.live ?? 0) <= recountedTasks));
  const changes = await correctCounters(sql, [...recounted]);
  for (const line of mended) addMoves(changes, line, recounted);
  return changes;
};

/** Counts what a repair itself moved in queues that are not recounted. */
const addMoves = (
  changes: TallyChanges,
  { facts, repair: { demoted, promoted } }: DecidedLine,
  recounted: ReadonlySet<number>,
): void => {
  for (const { id, queueId } of demoted) {
    if (!recounted.has(queueId) && id !== facts.lease?.taskId) changes.add(queueId, 'waiting', 1);
  }
  if (promoted !== null && !recounted.has(promoted.queueId)) changes.add(promoted.queueId, 'waiting', -1);
};

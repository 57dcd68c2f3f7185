import type { Sql } from '../../platform/database/sql.js';
import { findQueuesToCount, hasDrifted, readDrifts } from '../counter-drift-store.js';
import { groupBy } from '../group-by.js';
import {
  findSuspectLeases,
  findSuspectTasks,
  findSuspectThreads,
  type SuspectPage,
  type SuspectSlot,
} from '../suspect-store.js';
import type { Suspect, SuspectLine } from './suspect.js';

/** Where the walk over every thread, lease, task and counter goes on. */
export interface WalkPosition {
  readonly walk: 'threads' | 'leases' | 'tasks' | 'counters';
  /** The key, slot or id looked at last; empty before the first. */
  readonly after: string;
}

/** What a step of the walk found, and where the next goes on; null after the last. */
export interface SuspectsFound {
  readonly suspects: readonly Suspect[];
  readonly next: WalkPosition | null;
}

/** Where a walk begins. */
export const walkStart: WalkPosition = { walk: 'threads', after: '' };

const nextWalk = { threads: 'leases', leases: 'tasks', tasks: 'counters', counters: null } as const;
const countedTasksAtOnce = 20_000;

/** Suspects of a page, one a slot. */
export const suspectsOf = (slots: readonly SuspectSlot[]): SuspectLine[] =>
  [...groupBy(slots, ({ slot }) => slot)].map(([slot, found]) => ({
    kind: 'line',
    slot,
    taskIds: found.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])),
  }));

const after = (walk: WalkPosition['walk'], last: string | null): WalkPosition | null => {
  if (last !== null) return { walk, after: last };
  const next = nextWalk[walk];
  return next === null ? null : { walk: next, after: '' };
};

const readPage = (
  sql: Sql,
  position: WalkPosition & { readonly walk: 'threads' | 'leases' | 'tasks' },
  limit: number,
): Promise<SuspectPage<string>> => {
  switch (position.walk) {
    case 'threads':
      return findSuspectThreads(sql, position.after, limit);
    case 'leases':
      return findSuspectLeases(sql, position.after, limit);
    case 'tasks':
      return findSuspectTasks(sql, position.after === '' ? '0' : position.after, limit);
  }
};

const findWrongCounters = async (sql: Sql, last: string): Promise<SuspectsFound> => {
  const { queueIds, next } = await findQueuesToCount(sql, Number(last), countedTasksAtOnce);
  const drifted = (await readDrifts(sql, queueIds)).filter(hasDrifted);
  return {
    suspects: drifted.map(({ queueId }) => ({ kind: 'counters', queueId })),
    next: after('counters', next === null ? null : String(next)),
  };
};

/**
 * One step of the walk: looks, without a lock, at up to `limit` rows and tells which contradict each other. Each
 * page is one statement and so one snapshot: a dequeue that commits meanwhile is seen whole or not at all.
 */
export const findSuspects = async (
  sql: Sql,
  position: WalkPosition,
  limit: number,
): Promise<SuspectsFound> => {
  const { walk } = position;
  if (walk === 'counters') return await findWrongCounters(sql, position.after);
  const { suspects, next } = await readPage(sql, { ...position, walk }, limit);
  return { suspects: suspectsOf(suspects), next: after(walk, next) };
};

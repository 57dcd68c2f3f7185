import {
  decideThread,
  needsEarliestOther,
  type Member,
  type ThreadChange,
  type ThreadPlan,
  type ThreadSnapshot,
} from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { lockLeases, type Lease } from '../lease-store.js';
import { lockTasks } from '../task-store.js';
import {
  lockEarliestOthers,
  readMembers,
  type LineExclusion,
  type WaitingMember,
} from '../waiting-member-store.js';
import type { ThreadRecord } from '../thread-store.js';

/** A locked thread and what is to happen to it. */
export interface ThreadBatch {
  readonly thread: ThreadRecord;
  readonly changes: readonly ThreadChange[];
}

/** What the caller has locked already, so that it need not be read again. */
export interface AlreadyLocked {
  readonly tasks: ReadonlyMap<string, Member & { readonly threadKey: string | null }>;
  readonly leases: ReadonlyMap<string, Lease>;
  /** The earliest member of each thread that is not among these tasks, where it was looked up; null for none. */
  readonly earliestOthers: ReadonlyMap<string, WaitingMember | null>;
}

/** A member that a plan may name: its place, its queue, its attempt. */
export type KnownMember = Pick<WaitingMember, 'id' | 'scheduledAtMs' | 'queueId' | 'attempt'>;

/** The plans of several threads, and the members that they name beyond the caller's own. */
export interface ThreadPlans {
  readonly plans: ReadonlyMap<string, ThreadPlan>;
  readonly members: ReadonlyMap<string, KnownMember>;
}

const namedIds = (changes: readonly ThreadChange[]): string[] =>
  changes.flatMap((change) => (change.kind === 'arrives' ? [] : [change.id]));

const frontsOf = (
  batch: ThreadBatch,
  places: ReadonlyMap<string, Member>,
  leases: ReadonlyMap<string, Lease>,
): Pick<ThreadSnapshot, 'inProgress' | 'head'> => {
  const { frontId, key } = batch.thread;
  const front = frontId === null ? undefined : places.get(frontId);
  if (front === undefined) return { inProgress: null, head: null };
  const isRunning = leases.get(key)?.taskId === front.id;
  return isRunning ? { inProgress: front, head: null } : { inProgress: null, head: front };
};

/**
 * Decides for each locked thread what its changes make of it. A front that the caller has not locked may be in
 * the middle of being dequeued, which takes no thread lock: where a plan would displace it, its row is locked
 * first, its lease read after, and the thread is decided again.
 */
export const planThreads = async (
  sql: Sql,
  batches: readonly ThreadBatch[],
  locked: AlreadyLocked,
): Promise<ThreadPlans> => {
  const fronts = batches.flatMap(({ thread }) => (thread.frontId === null ? [] : [thread.frontId]));
  const unlockedFronts = fronts.filter((id) => !locked.tasks.has(id));
  const frontMembers = await readMembers(sql, unlockedFronts);
  const places = new Map<string, Member>([...frontMembers, ...locked.tasks]);

  const others = await readOthers(sql, batches, places, locked);
  const decide = (batch: ThreadBatch, leases: ReadonlyMap<string, Lease>): ThreadPlan =>
    decideThread(
      {
        ...frontsOf(batch, places, leases),
        earliestOther: others.has(batch.thread.key) ? (others.get(batch.thread.key) ?? null) : 'not-loaded',
        size: batch.thread.size,
      },
      batch.changes,
    );

  const plans = new Map(batches.map((batch) => [batch.thread.key, decide(batch, locked.leases)]));
  const inDoubt = batches.filter((batch) => {
    const demotedId = plans.get(batch.thread.key)?.demotedId ?? null;
    return demotedId !== null && !locked.tasks.has(demotedId);
  });
  if (inDoubt.length > 0) {
    const leases = await lockFronts(sql, inDoubt);
    for (const batch of inDoubt) plans.set(batch.thread.key, decide(batch, leases));
  }
  const members = new Map<string, KnownMember>(frontMembers);
  for (const other of others.values()) if (other !== null) members.set(other.id, other);
  return { plans, members };
};

const readOthers = async (
  sql: Sql,
  batches: readonly ThreadBatch[],
  places: ReadonlyMap<string, Member>,
  locked: AlreadyLocked,
): Promise<Map<string, WaitingMember | null>> => {
  const needing = batches
    .filter((batch) => needsEarliestOther(frontsOf(batch, places, locked.leases), batch.changes))
    .map(({ thread, changes }) => ({ threadKey: thread.key, excludedIds: namedIds(changes) }));
  const lockedCounts = countByThread(locked.tasks.values());
  // What was read before passes over all locked tasks: it holds where the changes name just these.
  const isKnown = ({ threadKey, excludedIds }: LineExclusion): boolean =>
    locked.earliestOthers.has(threadKey) &&
    lockedCounts.get(threadKey) === excludedIds.length &&
    excludedIds.every((id) => locked.tasks.has(id));
  const unknown = needing.filter((exclusion) => !isKnown(exclusion));
  const found = await lockEarliestOthers(sql, unknown);
  return new Map(
    needing.map((exclusion) => {
      const source = isKnown(exclusion) ? locked.earliestOthers : found;
      return [exclusion.threadKey, source.get(exclusion.threadKey) ?? null];
    }),
  );
};

const countByThread = (
  tasks: Iterable<{ readonly threadKey: string | null }>,
): Map<string | null, number> => {
  const counts = new Map<string | null, number>();
  for (const { threadKey } of tasks) counts.set(threadKey, (counts.get(threadKey) ?? 0) + 1);
  return counts;
};

const lockFronts = async (sql: Sql, batches: readonly ThreadBatch[]): Promise<Map<string, Lease>> => {
  await lockTasks(
    sql,
    batches.flatMap(({ thread }) => (thread.frontId === null ? [] : [thread.frontId])),
  );
  return await lockLeases(
    sql,
    batches.map(({ thread }) => thread.key),
  );
};

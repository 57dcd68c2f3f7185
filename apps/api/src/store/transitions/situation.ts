import type { Sql } from '../../platform/database/sql.js';
import { readClock } from '../clock.js';
import { lockLeases, type Lease } from '../lease-store.js';
import { lockQueueShared, readQueues, type QueueRecord } from '../queue-store.js';
import { groupBy } from '../group-by.js';
import { leaseSlotOf } from '../thread-key.js';
import { lockThreads, type ThreadRecord } from '../thread-store.js';
import { locateTasks, lockTasks, type LiveTask, type TaskLocation } from '../task-store.js';
import { lockEarliestOthers, type LineExclusion, type WaitingMember } from '../waiting-member-store.js';

/** A live task with the lease that holds it, if one does. */
export interface HeldTask extends LiveTask {
  readonly lease: Lease | null;
}

/** Everything a decision about some tasks looks at, locked in the one global order and then read. */
export interface Situation {
  readonly nowMs: number;
  readonly queues: ReadonlyMap<number, QueueRecord>;
  /** The queues that dead tasks are forwarded to, by name, held against deletion. */
  readonly forwardTargets: ReadonlyMap<string, QueueRecord>;
  readonly threads: ReadonlyMap<string, ThreadRecord>;
  readonly tasks: ReadonlyMap<string, HeldTask>;
  /** The leases of the threads above, by slot; one may hold a member that is not among the tasks. */
  readonly leases: ReadonlyMap<string, Lease>;
  /** The earliest member of each thread that is not among the tasks, where it was looked up; null for none. */
  readonly earliestOthers: ReadonlyMap<string, WaitingMember | null>;
}

const lockForwardTargets = async (
  sql: Sql,
  queues: Iterable<QueueRecord>,
): Promise<Map<string, QueueRecord>> => {
  const targets = new Map<string, QueueRecord>();
  const names = [...queues].flatMap(({ configuration: { deadLetter } }) =>
    deadLetter.mode === 'forward' && deadLetter.queue !== undefined ? [deadLetter.queue] : [],
  );
  for (const name of [...new Set(names)].sort()) {
    const target = await lockQueueShared(sql, name);
    if (target !== null) targets.set(name, target);
  }
  return targets;
};

/** Where tasks that are to change stand, as far as it is known before they are locked. */
export interface Expectation {
  /** Whether they are in workers' hands, most likely: then the members behind them are looked up at once. */
  readonly areHeld: boolean;
}

/** Locks the threads, then the tasks, then the leases of the live ones among these ids, and reads them. */
export const loadSituation = async (
  sql: Sql,
  ids: readonly string[],
  { areHeld }: Expectation,
): Promise<Situation> => {
  const locations = await locateTasks(sql, ids);
  const queueIds = locations.map(({ queueId }) => queueId);
  const queues = await readQueues(sql, queueIds);
  const forwardTargets = await lockForwardTargets(sql, queues.values());
  const lines = linesOf(locations);
  const threadKeys = lines.map(({ threadKey }) => threadKey);
  const taskIds = locations.map(({ id }) => id);
  const slots = locations.map(({ id, threadKey }) => leaseSlotOf(id, threadKey));
  const [threads, tasks, earliestOthers, leases, nowMs] = await Promise.all([
    lockThreads(sql, threadKeys),
    lockTasks(sql, taskIds),
    lockEarliestOthers(sql, areHeld ? lines : []),
    lockLeases(sql, slots),
    readClock(sql),
  ]);
  return { nowMs, queues, forwardTargets, threads, tasks: heldBy(tasks, leases), leases, earliestOthers };
};

const linesOf = (locations: readonly TaskLocation[]): LineExclusion[] =>
  [...groupBy(locations, ({ threadKey }) => threadKey)].flatMap(([threadKey, members]) =>
    threadKey === null ? [] : [{ threadKey, excludedIds: members.map(({ id }) => id) }],
  );

const heldBy = (
  tasks: ReadonlyMap<string, LiveTask>,
  leases: ReadonlyMap<string, Lease>,
): Map<string, HeldTask> => {
  const held = new Map<string, HeldTask>();
  for (const task of tasks.values()) {
    const lease = leases.get(leaseSlotOf(task.id, task.threadKey)) ?? null;
    held.set(task.id, { ...task, lease: lease?.taskId === task.id ? lease : null });
  }
  return held;
};

import type { Sql } from '../../platform/database/sql.js';
import { readClock } from '../clock.js';
import { lockLeases, type Lease } from '../lease-store.js';
import { lockQueueShared, readQueues, type QueueRecord } from '../queue-store.js';
import { leaseSlotOf } from '../thread-key.js';
import { lockThreads, type ThreadRecord } from '../thread-store.js';
import { locateTasks, lockTasks, type LiveTask } from '../task-store.js';

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

/** Locks the threads, then the tasks, then the leases of the live ones among these ids, and reads them. */
export const loadSituation = async (sql: Sql, ids: readonly string[]): Promise<Situation> => {
  const locations = await locateTasks(sql, ids);
  const queues = await readQueues(
    sql,
    locations.map((location) => location.queueId),
  );
  const forwardTargets = await lockForwardTargets(sql, queues.values());
  const threads = await lockThreads(
    sql,
    locations.flatMap((location) => (location.threadKey === null ? [] : [location.threadKey])),
  );
  const tasks = await lockTasks(
    sql,
    locations.map((location) => location.id),
  );
  const slots = [...tasks.values()].map((task) => leaseSlotOf(task.id, task.threadKey));
  const leases = await lockLeases(sql, slots);
  const nowMs = await readClock(sql);
  const held = [...tasks.values()].map((task): [string, HeldTask] => {
    const lease = leases.get(leaseSlotOf(task.id, task.threadKey)) ?? null;
    return [task.id, { ...task, lease: lease?.taskId === task.id ? lease : null }];
  });
  return { nowMs, queues, forwardTargets, threads, tasks: new Map(held), leases };
};

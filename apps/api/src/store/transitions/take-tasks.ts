import { leaseExpiryMs } from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import type { Act } from '../../platform/act.js';
import { recordActOnTasks } from '../audit-log-store.js';
import { TallyChanges } from '../counter-store.js';
import { giveLeases, type NewLease } from '../lease-store.js';
import { findQueue, type QueueRecord } from '../queue-store.js';
import { markTaken, type ReadyTask } from '../ready-store.js';
import { leaseSlotOf } from '../thread-key.js';
import { lockSomeReady } from './lock-some-ready.js';
import { waitStepsOf } from './note-steps.js';

/** One caller of a dequeue: how many tasks, for whom. */
export interface Demand {
  readonly max: number;
  readonly workerId: string;
  /** The caller's own timeout, or null for the queue's. */
  readonly keepaliveTimeoutMs: number | null;
  /** The taking, where it is remembered: workers with keys leave no trace in the audit log. */
  readonly act?: Act;
}

/** A task in a worker's hands. */
export interface TakenTask extends ReadyTask {
  readonly attempt: number;
  readonly leaseToken: string;
  readonly leaseExpiresAtMs: number;
}

/** What each caller got, in the order of the demands, and what that changed. */
export interface Taking {
  readonly queue: QueueRecord | null;
  readonly shares: readonly (readonly TakenTask[])[];
  readonly tallies: TallyChanges;
}

const nothing = (queue: QueueRecord | null, demands: readonly Demand[]): Taking => ({
  queue,
  shares: demands.map(() => []),
  tallies: new TallyChanges(),
});

/** A queue was paused while tasks were being taken: the transaction must be rolled back. */
export class QueuePausedMeanwhile extends Error {
  override readonly name = 'QueuePausedMeanwhile';

  constructor(readonly queue: QueueRecord | null) {
    super('The queue was paused meanwhile.');
  }
}

/**
 * Takes what may be dequeued, earliest first, for several callers at once (R2). It takes no thread lock: only
 * candidates are in the ready index, each thread has one at most, and the lease's primary key refuses a
 * second holder (R1). The pause is read after the rows are locked, so that it holds from its answer on (R14).
 */
export const takeTasks = async (sql: Sql, queueName: string, demands: readonly Demand[]): Promise<Taking> => {
  const seen = await findQueue(sql, queueName);
  return seen === null ? nothing(null, demands) : await takeFrom(sql, seen, demands);
};

/** The same for a queue that was read before in this transaction. */
export const takeFrom = async (sql: Sql, seen: QueueRecord, demands: readonly Demand[]): Promise<Taking> => {
  const wanted = demands.reduce((sum, { max }) => sum + max, 0);
  if (seen.isPaused || wanted === 0) return nothing(seen, demands);
  const { tasks: ready, queueNow } = await lockSomeReady(sql, seen, wanted);
  if (ready.length === 0) return nothing(seen, demands);
  if (queueNow === null || queueNow.queue.isPaused) throw new QueuePausedMeanwhile(queueNow?.queue ?? null);
  const { queue, nowMs } = queueNow;
  const shares = shareOut(ready, demands);
  const leases = demands.flatMap((demand, index) => leasesFor(demand, shares[index] ?? [], queue, nowMs));
  markTaken(sql, ready);
  const tokens = await giveLeases(sql, leases);
  const given = new Map(leases.map((lease) => [lease.taskId, { ...lease, token: tokens.get(lease.slot) }]));
  for (const [index, { act, workerId }] of demands.entries()) {
    if (act === undefined) continue;
    const ids = (shares[index] ?? []).map(({ id }) => id);
    recordActOnTasks(sql, act, { ids, queues: [queue.name], after: { workerId } });
  }
  const tallies = new TallyChanges();
  tallies.add(queue.id, 'inProgress', ready.length);
  for (const task of ready) {
    tallies.traffic.addDuration(queue.id, 'wait', nowMs - task.scheduledAtMs);
    tallies.steps.push(...waitStepsOf(queue, task, nowMs));
  }
  return { queue, shares: shares.map((tasks) => tasks.map((task) => takenOf(task, given))), tallies };
};

const shareOut = (ready: readonly ReadyTask[], demands: readonly Demand[]): ReadyTask[][] => {
  let from = 0;
  return demands.map(({ max }) => {
    const share = ready.slice(from, from + max);
    from += share.length;
    return share;
  });
};

const leasesFor = (
  demand: Demand,
  tasks: readonly ReadyTask[],
  { id: queueId, configuration }: QueueRecord,
  nowMs: number,
): NewLease[] => {
  const extendMs = demand.keepaliveTimeoutMs ?? configuration.keepaliveTimeoutMs;
  const expiresAtMs = leaseExpiryMs({
    startedAtMs: nowMs,
    nowMs,
    extendMs,
    maxRunMs: configuration.maxRunMs,
  });
  return tasks.map((task) => ({
    slot: leaseSlotOf(task.id, task.threadKey),
    taskId: task.id,
    queueId,
    workerId: demand.workerId,
    startedAtMs: nowMs,
    expiresAtMs,
  }));
};

type GivenLease = NewLease & { readonly token: string | undefined };

const takenOf = (task: ReadyTask, given: ReadonlyMap<string, GivenLease>): TakenTask => {
  const { token, expiresAtMs } = given.get(task.id) ?? {};
  if (token === undefined || expiresAtMs === undefined)
    throw new Error(`Task ${task.id} was taken without a lease.`);
  return { ...task, attempt: task.attempt + 1, leaseToken: token, leaseExpiresAtMs: expiresAtMs };
};

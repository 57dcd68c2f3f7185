import {
  candidateAtMs,
  scheduleArrival,
  scheduleRestart,
  type Ordering,
  type ThreadChange,
  type ThreadPlan,
} from '@spool/thread-engine';
import type { Sql } from '../../platform/database/sql.js';
import { readClock } from '../clock.js';
import { TallyChanges } from '../counter-store.js';
import { groupBy } from '../group-by.js';
import { updateTasks } from '../task-store.js';
import { lockOrCreateThreads, readThreads, updateThreads, type ThreadRecord } from '../thread-store.js';
import { planThreads, type ThreadPlans } from './thread-plans.js';
import type { Wakeup } from './wakeup.js';

/** A task on its way in: where it belongs, and when it wants to run. */
export interface Newcomer {
  readonly queueId: number;
  readonly ordering: Ordering;
  readonly thread: { readonly key: string; readonly threadId: string; readonly scopeQueueId: number } | null;
  /** `arrival`: when it comes, unless it names a time (R4); `restart`: never before now (R9). */
  readonly kind: 'arrival' | 'restart';
  readonly requestedAtMs: number | null;
  readonly delayMs: number | null;
}

/** The times that a newcomer gets. */
export interface Admission {
  readonly scheduledAtMs: number;
  /** From when it may be dequeued; null while it waits in its thread. */
  readonly readyAtMs: number | null;
  readonly enqueuedAtMs: number;
}

/** What admitting did. */
export interface AdmissionResult {
  readonly ids: readonly string[];
  readonly admissions: readonly Admission[];
  readonly wakeups: readonly Wakeup[];
  readonly tallies: TallyChanges;
}

interface Schedule {
  readonly nowMs: number;
  readonly scheduledAtMs: readonly number[];
  readonly lastArrivalMs: ReadonlyMap<string, number | null>;
}

/**
 * Lets newcomers into their threads and queues, in order: locks the threads (creating them), gives each
 * newcomer its time (R4, R9), elects (R2, R3), and has `insert` write the rows. The other path by which a
 * thread's front can change; it asks the same engine. The caller holds the queues against deletion.
 */
export const admitTasks = async (
  sql: Sql,
  newcomers: readonly Newcomer[],
  insert: (admissions: readonly Admission[]) => Promise<string[]>,
): Promise<AdmissionResult> => {
  const [threads, nowMs] = await Promise.all([lockThreadsOf(sql, newcomers), readClock(sql)]);
  const schedule = scheduleAll(newcomers, threads, nowMs);
  const threadPlans = await planThreads(sql, batchesOf(newcomers, threads, schedule), {
    tasks: new Map(),
    leases: new Map(),
    earliestOthers: new Map(),
  });
  const admissions = newcomers.map((newcomer, index) => admissionOf(newcomer, index, schedule, threadPlans));
  const ids = await insert(admissions);
  const tallies = tally(newcomers, admissions);
  demote(sql, threadPlans, tallies);
  writeThreads(sql, threadPlans, schedule, ids);
  const wakeups = newcomers.flatMap(({ queueId }, index) => {
    const readyAtMs = admissions[index]?.readyAtMs ?? null;
    return readyAtMs === null ? [] : [{ queueId, readyAtMs }];
  });
  return { ids, admissions, wakeups, tallies };
};

const lockThreadsOf = async (
  sql: Sql,
  newcomers: readonly Newcomer[],
): Promise<Map<string, ThreadRecord>> => {
  const identities = new Map(
    newcomers.flatMap(({ thread }) => (thread === null ? [] : [[thread.key, thread]])),
  );
  if (identities.size === 0) return new Map();
  lockOrCreateThreads(sql, [...identities.values()]);
  const threads = await readThreads(sql, identities.keys());
  for (const [key, { threadId }] of identities) {
    if (threads.get(key)?.threadId !== threadId)
      throw new Error(`Thread key ${key} stands for two thread ids.`);
  }
  return threads;
};

const requestedAt = (newcomer: Newcomer, nowMs: number): number | null =>
  newcomer.delayMs === null ? newcomer.requestedAtMs : nowMs + newcomer.delayMs;

const scheduleAll = (
  newcomers: readonly Newcomer[],
  threads: ReadonlyMap<string, ThreadRecord>,
  nowMs: number,
): Schedule => {
  const lastArrivalMs = new Map([...threads].map(([key, thread]) => [key, thread.lastArrivalMs]));
  const scheduledAtMs = newcomers.map((newcomer) => {
    const requestedAtMs = requestedAt(newcomer, nowMs);
    if (newcomer.kind === 'restart') return scheduleRestart(requestedAtMs, nowMs);
    const key = newcomer.thread?.key;
    const last = key === undefined ? null : (lastArrivalMs.get(key) ?? null);
    const scheduled = scheduleArrival({ requestedAtMs, nowMs, lastArrivalMs: last });
    if (key !== undefined) lastArrivalMs.set(key, scheduled.lastArrivalMs);
    return scheduled.scheduledAtMs;
  });
  return { nowMs, scheduledAtMs, lastArrivalMs };
};

const batchesOf = (
  newcomers: readonly Newcomer[],
  threads: ReadonlyMap<string, ThreadRecord>,
  schedule: Schedule,
) => {
  const arrivals = newcomers.map((newcomer, arrival) => ({ key: newcomer.thread?.key, arrival }));
  return [...groupBy(arrivals, ({ key }) => key)].flatMap(([key, members]) => {
    const thread = key === undefined ? undefined : threads.get(key);
    if (thread === undefined) return [];
    const changes = members.map(({ arrival }): ThreadChange => {
      return { kind: 'arrives', arrival, scheduledAtMs: schedule.scheduledAtMs[arrival] ?? schedule.nowMs };
    });
    return [{ thread, changes }];
  });
};

const isPromoted = (plan: ThreadPlan | undefined, arrival: number): boolean =>
  plan?.promoted?.kind === 'arrival' && plan.promoted.arrival === arrival;

const admissionOf = (
  newcomer: Newcomer,
  index: number,
  schedule: Schedule,
  { plans }: ThreadPlans,
): Admission => {
  const scheduledAtMs = schedule.scheduledAtMs[index] ?? schedule.nowMs;
  const { thread, ordering } = newcomer;
  const isCandidate = thread === null || isPromoted(plans.get(thread.key), index);
  const readyAtMs = isCandidate ? candidateAtMs(ordering, scheduledAtMs, schedule.nowMs) : null;
  return { scheduledAtMs, readyAtMs, enqueuedAtMs: schedule.nowMs };
};

const tally = (newcomers: readonly Newcomer[], admissions: readonly Admission[]): TallyChanges => {
  const tallies = new TallyChanges();
  for (const [index, { queueId }] of newcomers.entries()) {
    tallies.add(queueId, 'live', 1);
    tallies.traffic.add(queueId, 'enqueued');
    if (admissions[index]?.readyAtMs === null) tallies.add(queueId, 'waiting', 1);
  }
  return tallies;
};

const demote = (sql: Sql, { plans, members }: ThreadPlans, tallies: TallyChanges): void => {
  const demoted = [...plans.values()].flatMap(({ demotedId }) => {
    const member = demotedId === null ? undefined : members.get(demotedId);
    return member === undefined ? [] : [member];
  });
  for (const { queueId } of demoted) tallies.add(queueId, 'waiting', 1);
  updateTasks(
    sql,
    demoted.map(({ id, scheduledAtMs, attempt }) => ({ id, scheduledAtMs, attempt, readyAtMs: null })),
  );
};

const writeThreads = (sql: Sql, { plans }: ThreadPlans, schedule: Schedule, ids: readonly string[]): void => {
  const updates = [...plans].map(([key, { front, size }]) => {
    const frontId = front?.kind === 'arrival' ? ids[front.arrival] : front?.id;
    if (frontId === undefined) throw new Error(`Thread ${key} has members but no front.`);
    return { key, frontId, size, lastArrivalMs: schedule.lastArrivalMs.get(key) ?? null };
  });
  updateThreads(sql, updates);
};

import type { DeadTaskGroup, Queue, ThreadSummary, Worker } from '@spool/contracts';

/** Something that an operator should look at. */
export type Need =
  | {
      readonly kind: 'no-worker';
      readonly queue: string;
      readonly ready: number;
      readonly oldestReadyAt: string;
    }
  | {
      readonly kind: 'behind';
      readonly queue: string;
      readonly ready: number;
      readonly oldestReadyAt: string;
    }
  | {
      readonly kind: 'held-thread';
      readonly threadId: string;
      readonly scope: string | null;
      readonly taskId: string;
      readonly workerId: string;
      readonly startedAt: string;
      readonly waiting: number;
    }
  | { readonly kind: 'rising-error'; readonly group: DeadTaskGroup; readonly deathsLastHours: number }
  | { readonly kind: 'regressed-error'; readonly group: DeadTaskGroup };

/** What the verdict is made of. */
export interface Situation {
  readonly queues: readonly Queue[];
  readonly workers: readonly Worker[];
  readonly groups: readonly DeadTaskGroup[];
  /** Threads, the oldest first. */
  readonly threads: readonly ThreadSummary[];
}

/** Ready for this long without a worker is no start-up any more. */
const unservedMs = 30_000;
/** Ready for this long although there are workers: they do not keep up. */
const behindMs = 5 * 60_000;
/** A task that runs for this long while others wait behind it may hang. */
const heldMs = 10 * 60_000;
const risingDeaths = 3;
const risingFactor = 2;

const ageMs = (at: string, nowMs: number): number => nowMs - Date.parse(at);

const needOfQueue = (queue: Queue, served: ReadonlySet<string>, nowMs: number): Need[] => {
  const { name, paused, oldestReadyAt, counts } = queue;
  if (paused || oldestReadyAt === null || counts.ready === 0) return [];
  const waitedMs = ageMs(oldestReadyAt, nowMs);
  const need = { queue: name, ready: counts.ready, oldestReadyAt };
  if (!served.has(name) && waitedMs > unservedMs) return [{ kind: 'no-worker', ...need }];
  return waitedMs > behindMs ? [{ kind: 'behind', ...need }] : [];
};

const needOfThread = (thread: ThreadSummary, nowMs: number): Need[] => {
  const { inProgress, size, threadId, queue: scope } = thread;
  if (inProgress === null || 'hidden' in inProgress || inProgress.lease === undefined || size < 2) return [];
  const { workerId, startedAt } = inProgress.lease;
  if (ageMs(startedAt, nowMs) < heldMs) return [];
  return [
    { kind: 'held-thread', threadId, scope, taskId: inProgress.id, workerId, startedAt, waiting: size - 1 },
  ];
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Rising: this hour and the last had more than twice what two hours had before, and not just one or two. */
const needOfGroup = (group: DeadTaskGroup): Need[] => {
  if (group.status === 'regressed') return [{ kind: 'regressed-error', group }];
  if (group.status === 'resolved') return [];
  const recent = sum(group.deathsPerHour.slice(-2));
  const before = group.deathsPerHour.slice(0, -2);
  const usual = (sum(before) / Math.max(1, before.length)) * 2;
  const isRising = recent >= risingDeaths && recent > usual * risingFactor;
  return isRising ? [{ kind: 'rising-error', group, deathsLastHours: recent }] : [];
};

/** What needs somebody, the most urgent kind first. */
export const needsOf = ({ queues, workers, groups, threads }: Situation, nowMs: number): readonly Need[] => {
  const served = new Set(workers.flatMap((worker) => worker.queues));
  const longestFirst = [...queues].sort((left, right) => right.counts.ready - left.counts.ready);
  const ofQueues = longestFirst.flatMap((queue) => needOfQueue(queue, served, nowMs));
  return [
    ...ofQueues.filter(({ kind }) => kind === 'no-worker'),
    ...threads.flatMap((thread) => needOfThread(thread, nowMs)),
    ...groups.flatMap(needOfGroup),
    ...ofQueues.filter(({ kind }) => kind === 'behind'),
  ];
};

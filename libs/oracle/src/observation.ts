import type { Installation, TaskState } from './installation.js';
import { isCandidate, isLive, livingThreads, membersOf } from './running-order.js';

/** A live task as anyone can see it. */
export interface LiveTask {
  id: number;
  queue: string;
  thread: string | null;
  state: 'ENQUEUED' | 'IN_PROGRESS';
  attempt: number;
  maxAttempts: number;
  scheduledAtMs: number;
  /** The lease's token while IN_PROGRESS. */
  token: number | null;
  leaseExpiresAtMs: number | null;
  /** From when a dequeue may take it, and its place in the line; null unless it is a candidate (R2). */
  candidateFromMs: number | null;
}

/** A living thread. Its front is the IN_PROGRESS member, else the head. */
export interface LivingThread {
  thread: string;
  frontId: number;
  size: number;
  lastArrivalMs: number | null;
}

/** A task that is no longer live, and the task that it lives on as. */
export interface EndedTask {
  id: number;
  state: Exclude<TaskState, 'ENQUEUED' | 'IN_PROGRESS'>;
  replacedBy: number | null;
}

/** All that can be seen of an installation: two stores that answer and look alike are alike. */
export interface Observation {
  pausedQueues: readonly string[];
  live: readonly LiveTask[];
  threads: readonly LivingThread[];
  ended: readonly EndedTask[];
}

function observeLive(installation: Installation): LiveTask[] {
  return installation.tasks.filter(isLive).map((task) => ({
    id: task.id,
    queue: task.queue,
    thread: task.thread,
    state: task.state === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'ENQUEUED',
    attempt: task.attempt,
    maxAttempts: task.maxAttempts,
    scheduledAtMs: task.scheduledAtMs,
    token: task.lease?.token ?? null,
    leaseExpiresAtMs: task.lease?.expiresAtMs ?? null,
    candidateFromMs: isCandidate(installation, task) ? task.lineAtMs : null,
  }));
}

function observeThreads(installation: Installation): LivingThread[] {
  return livingThreads(installation).flatMap((thread) => {
    const members = membersOf(installation, thread);
    const last = installation.lastArrivals.find((arrival) => arrival.thread === thread);
    return members.slice(0, 1).map((front) => ({
      thread,
      frontId: front.id,
      size: members.length,
      lastArrivalMs: last?.atMs ?? null,
    }));
  });
}

function observeEnded(installation: Installation): EndedTask[] {
  return installation.tasks.flatMap(({ id, state, replacedBy }) =>
    state === 'ENQUEUED' || state === 'IN_PROGRESS' ? [] : [{ id, state, replacedBy }],
  );
}

/** Everything that can be seen of the model's installation, by ascending ids and names. */
export function observe(installation: Installation): Observation {
  return {
    pausedQueues: installation.queues.filter((queue) => queue.paused).map((queue) => queue.name),
    live: observeLive(installation),
    threads: observeThreads(installation),
    ended: observeEnded(installation),
  };
}

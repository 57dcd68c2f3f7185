import { queueNamed, type Installation, type Task } from './installation.js';
import { headOf, isCandidate, isLive, livingThreads } from './running-order.js';

/** What one change did to the threads. */
export interface Consequences {
  /** Threads in which a member that waited became the one that runs next. */
  promotedIn: Set<string>;
}

function isWaiting(installation: Installation, task: Task): boolean {
  return task.state === 'ENQUEUED' && !isCandidate(installation, task);
}

function joinLine(installation: Installation, task: Task, nowMs: number): void {
  const isFair = queueNamed(installation, task.queue).ordering === 'fair';
  task.lineAtMs = isFair ? Math.max(task.scheduledAtMs, nowMs) : task.scheduledAtMs;
}

/**
 * Carries out one change to one task and draws the consequences for every thread: who was promoted joins the line
 * (at its end if the queue is fair), and a thread without members is forgotten (R10).
 */
export function carryOut(installation: Installation, nowMs: number, change: () => void): Consequences {
  const waitedBefore = new Set(installation.tasks.filter((task) => isWaiting(installation, task)));
  change();
  const promotedIn = new Set<string>();
  for (const task of installation.tasks) {
    if (isLive(task) && !isCandidate(installation, task)) task.lineAtMs = task.scheduledAtMs;
    if (waitedBefore.has(task) && isCandidate(installation, task) && task.thread !== null) {
      joinLine(installation, task, nowMs);
      promotedIn.add(task.thread);
    }
  }
  const living = livingThreads(installation);
  installation.lastArrivals = installation.lastArrivals.filter((arrival) => living.includes(arrival.thread));
  return { promotedIn };
}

/** The head to name as `promoted` for an item that promoted somebody: the one after the whole batch. */
export function promotedAfterBatch(
  installation: Installation,
  task: Task,
  consequences: Consequences,
): { promoted?: number } {
  if (task.thread === null || !consequences.promotedIn.has(task.thread)) return {};
  const head = headOf(installation, task.thread);
  return head === undefined ? {} : { promoted: head.id };
}

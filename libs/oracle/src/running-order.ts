import { queueNamed, type Installation, type Task } from './installation.js';

/** What an ENQUEUED task is waiting for. */
export type Phase = 'paused' | 'waiting' | 'backoff' | 'scheduled' | 'ready';

function byScheduleThenId(left: Task, right: Task): number {
  return left.scheduledAtMs - right.scheduledAtMs || left.id - right.id;
}

function byLineThenId(left: Task, right: Task): number {
  return left.lineAtMs - right.lineAtMs || left.id - right.id;
}

/** Live means ENQUEUED or IN_PROGRESS. */
export function isLive(task: Task): boolean {
  return task.state === 'ENQUEUED' || task.state === 'IN_PROGRESS';
}

/** The names of all threads that have a member (R10). */
export function livingThreads(installation: Installation): string[] {
  const names = installation.tasks
    .filter(isLive)
    .flatMap((task) => (task.thread === null ? [] : [task.thread]));
  return [...new Set(names)].sort();
}

/** A thread's members in running order: who is IN_PROGRESS first, then by `(scheduledAt, id)`. */
export function membersOf(installation: Installation, thread: string): Task[] {
  const members = installation.tasks.filter((task) => isLive(task) && task.thread === thread);
  const running = members.filter((member) => member.state === 'IN_PROGRESS');
  const enqueued = members.filter((member) => member.state === 'ENQUEUED').sort(byScheduleThenId);
  return [...running, ...enqueued];
}

/** The member that runs next, whether or not somebody is IN_PROGRESS before it. */
export function headOf(installation: Installation, thread: string): Task | undefined {
  return membersOf(installation, thread).find((member) => member.state === 'ENQUEUED');
}

/** True for a free task, and for the head of a thread in which nobody is IN_PROGRESS (R2), due or not. */
export function isCandidate(installation: Installation, task: Task): boolean {
  if (task.state !== 'ENQUEUED') return false;
  return task.thread === null || membersOf(installation, task.thread)[0] === task;
}

/**
 * What a dequeue of this queue may hand out now, first come first (R2, R14; order over a queue). Who joined a fair
 * queue's line before the clock stepped back waits until the clock is there again: order before punctuality.
 */
export function readyTasks(installation: Installation, queueName: string, nowMs: number): Task[] {
  if (queueNamed(installation, queueName).paused) return [];
  return installation.tasks
    .filter((task) => task.queue === queueName && task.lineAtMs <= nowMs && isCandidate(installation, task))
    .sort(byLineThenId);
}

/** The phase of an ENQUEUED task: the first that holds. */
export function phaseOf(installation: Installation, task: Task, nowMs: number): Phase {
  if (queueNamed(installation, task.queue).paused) return 'paused';
  if (!isCandidate(installation, task)) return 'waiting';
  if (task.lineAtMs <= nowMs) return 'ready';
  return task.attempt > 0 ? 'backoff' : 'scheduled';
}

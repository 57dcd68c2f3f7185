import { carryOut } from './change.js';
import type { Answer, NewTask } from './commands.js';
import { queueNamed, visibleTask, type Installation, type Task } from './installation.js';

type Arrival = Pick<Task, 'queue' | 'thread' | 'scheduledAtMs' | 'maxAttempts' | 'backoff'> & Partial<Task>;

/** Adds a task with the next id, attempt 0 and no lease. */
export function arrive(installation: Installation, arrival: Arrival): Task {
  const task: Task = {
    state: 'ENQUEUED',
    lineAtMs: arrival.scheduledAtMs,
    attempt: 0,
    lease: null,
    settlements: [],
    failures: [],
    restartedFrom: null,
    forwardedFrom: null,
    replacedBy: null,
    ...arrival,
    id: installation.nextId,
  };
  installation.nextId += 1;
  installation.tasks.push(task);
  return task;
}

/** The name of a thread with its scope; no thread id is the same in two scopes. */
function threadName(installation: Installation, queueName: string, threadId: string | null): string | null {
  if (threadId === null) return null;
  const isOfQueue = queueNamed(installation, queueName).threadScope === 'queue';
  return isOfQueue ? `${queueName}/${threadId}` : `/${threadId}`;
}

/** R4: the later of now and the thread's last arrival without an explicit time. */
function timeOfArrival(installation: Installation, thread: string | null, nowMs: number): number {
  if (thread === null) return nowMs;
  const last = installation.lastArrivals.find((arrival) => arrival.thread === thread);
  if (last === undefined) {
    installation.lastArrivals.push({ thread, atMs: nowMs });
    return nowMs;
  }
  last.atMs = Math.max(last.atMs, nowMs);
  return last.atMs;
}

/** Enqueues a batch in request order; each result names the id and the time that the task was given. */
export function enqueue(installation: Installation, tasks: readonly NewTask[], nowMs: number): Answer[] {
  return tasks.map((item) => {
    const queue = queueNamed(installation, item.queue);
    const thread = threadName(installation, item.queue, item.threadId);
    const id = installation.nextId;
    let scheduledAtMs = item.scheduledAtMs ?? nowMs;
    carryOut(installation, nowMs, () => {
      if (item.scheduledAtMs === undefined) scheduledAtMs = timeOfArrival(installation, thread, nowMs);
      const { maxAttempts, backoff } = { ...queue, ...item };
      arrive(installation, { queue: item.queue, thread, scheduledAtMs, maxAttempts, backoff });
    });
    return { id, status: 'ok', scheduledAtMs };
  });
}

/** R9: a dead task becomes a new arrival, once; a time before now becomes now. */
export function restart(
  installation: Installation,
  ids: readonly number[],
  scheduledAtMs: number | undefined,
  nowMs: number,
): Answer[] {
  return ids.map((id): Answer => {
    const dead = visibleTask(installation, id);
    if (dead?.state === 'RESTARTED' && dead.replacedBy !== null) {
      return { id, status: 'error', code: 'already_restarted', newId: dead.replacedBy };
    }
    if (dead?.state !== 'DEAD') return { id, status: 'error', code: 'task_not_found' };
    const newId = installation.nextId;
    carryOut(installation, nowMs, () => {
      const { queue, thread, maxAttempts, backoff } = dead;
      const startsAtMs = Math.max(nowMs, scheduledAtMs ?? nowMs);
      arrive(installation, {
        queue,
        thread,
        maxAttempts,
        backoff,
        scheduledAtMs: startsAtMs,
        restartedFrom: id,
      });
      dead.state = 'RESTARTED';
      dead.replacedBy = newId;
    });
    return { id, status: 'ok', newId };
  });
}

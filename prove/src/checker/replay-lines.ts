import type { Installation, Task } from '@spool/oracle/installation.js';
import { perform } from '@spool/oracle/oracle.js';
import { membersOf } from '@spool/oracle/running-order.js';
import type { Event, Step } from './events.js';
import { isWithin, taskOf, untold, type Objection } from './objection.js';

/** Lets a task arrive. */
export const arrive = (
  model: Installation,
  step: Extract<Step, { kind: 'arrives' }>,
  event: Event,
): Objection => {
  const { sent, queue, admitted } = step;
  const { id, enqueuedAtMs } = admitted;
  if (id < model.nextId) return `task ${id} arrived after a task with a larger id`;
  if (!isWithin(enqueuedAtMs, event)) return `task ${id} is said to have arrived outside its call`;
  model.nextId = id;
  const at =
    sent.delayMs === undefined
      ? sent.scheduledAtMs === undefined
        ? {}
        : { scheduledAtMs: sent.scheduledAtMs }
      : { scheduledAtMs: enqueuedAtMs + sent.delayMs };
  const attempts = sent.maxAttempts === undefined ? {} : { maxAttempts: sent.maxAttempts };
  const tasks = [{ queue, threadId: sent.threadId, ...at, ...attempts }];
  const [answer] = perform(model, { kind: 'enqueue', tasks }, enqueuedAtMs);
  const expected = answer?.status === 'ok' ? answer.scheduledAtMs : undefined;
  return admitted.scheduledAtMs === null || admitted.scheduledAtMs === expected
    ? null
    : `task ${id} is scheduled at ${admitted.scheduledAtMs}, not at ${expected}`;
};

const describeThread = (model: Installation, task: Task | undefined): string => {
  const members = task?.thread === null || task === undefined ? [] : membersOf(model, task.thread);
  const line = members.map(({ id, state, scheduledAtMs }) =>
    state === 'IN_PROGRESS' ? `[${id}]` : `${id}@${scheduledAtMs === untold ? '?' : scheduledAtMs}`,
  );
  return `the line is ${line.join(' ') || 'empty'}; the task is ${task?.state ?? 'unknown'}`;
};

/** A time that nobody told is learnt when the task is taken: it was that of its last change. */
const learnTime = (task: Task | undefined, scheduledAtMs: number): void => {
  if (task === undefined || task.scheduledAtMs !== untold) return;
  task.scheduledAtMs = scheduledAtMs;
  task.lineAtMs = scheduledAtMs;
};

/** Hands a task out, if the model would. */
const handOut = (
  model: Installation,
  { id, queue, attempt }: { id: number; queue: string; attempt: number },
  lease: { takenAtMs: number; timeoutMs: number },
): Objection => {
  const task = taskOf(model, id);
  const before = describeThread(model, task);
  const command = {
    kind: 'dequeue',
    queue,
    max: 1,
    workerId: 'worker',
    keepaliveTimeoutMs: lease.timeoutMs,
  } as const;
  const [answer] = perform(model, command, lease.takenAtMs);
  if (answer?.id !== id) return `task ${id} was handed out of ${queue} at ${lease.takenAtMs}, but ${before}`;
  return answer.status === 'ok' && answer.attempt === attempt
    ? null
    : `task ${id} was handed out as attempt ${attempt}, not ${task?.attempt}`;
};

/** Hands a task to the worker that was told so. */
export const take = (
  model: Installation,
  step: Extract<Step, { kind: 'taken' }>,
  event: Event,
): Objection => {
  const { taken, queue, timeoutMs } = step;
  const { id, token, attempt } = taken;
  const takenAtMs = taken.leaseExpiresAtMs - timeoutMs;
  if (!isWithin(takenAtMs, event)) return `task ${id} is said to have been taken outside its call`;
  if (token < model.nextToken) return `task ${id} got token ${token} after a larger one`;
  const task = taskOf(model, id);
  learnTime(task, taken.scheduledAtMs);
  if (task !== undefined && task.scheduledAtMs !== taken.scheduledAtMs)
    return `task ${id} was handed out as scheduled at ${taken.scheduledAtMs}, not at ${task.scheduledAtMs}`;
  model.nextToken = token;
  return handOut(model, { id, queue, attempt }, { takenAtMs, timeoutMs });
};

/** Hands a task to a worker that was never told. */
export const takeUnseen = (
  model: Installation,
  step: Extract<Step, { kind: 'taken-unseen' }>,
  event: Event,
): Objection => {
  const { id, queue, attempt } = step;
  const timeoutMs = event.entry.asked.demand?.keepaliveTimeoutMs ?? 0;
  const task = taskOf(model, id);
  learnTime(task, attempt.startedAtMs);
  // Nobody was told this token: half a number is nobody else's.
  if (Number.isInteger(model.nextToken)) model.nextToken -= 0.5;
  return handOut(
    model,
    { id, queue, attempt: attempt.attempt },
    { takenAtMs: attempt.startedAtMs, timeoutMs },
  );
};

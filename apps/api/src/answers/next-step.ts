import type { NextStep } from '@spool/contracts';
import { coversQueue, type Caller } from '../platform/caller.js';
import { isoTime } from '../platform/times.js';
import type { TaskRecord } from '../store/task-view-store.js';

/**
 * What has to happen before a thread's head (or a free task) runs: the member IN_PROGRESS ends, its time comes, its
 * queue is resumed, or nothing at all. Of a task that the caller may not read it says neither which nor when.
 */
export const nextStepOf = (
  head: TaskRecord | null,
  inProgress: TaskRecord | null,
  caller: Caller,
): NextStep => {
  if (head === null) return { code: 'none' };
  const step = wholeStep(head, inProgress);
  return coversQueue(caller, (inProgress ?? head).queue) ? step : { code: step.code };
};

const wholeStep = (head: TaskRecord, inProgress: TaskRecord | null): NextStep => {
  if (inProgress !== null) return { code: 'after_task', taskId: inProgress.id };
  switch (head.phase) {
    case 'paused':
      return { code: 'after_resume', taskId: head.id };
    case 'scheduled':
    case 'backoff':
      return { code: 'at_time', taskId: head.id, at: isoTime(head.readyAtMs ?? head.scheduledAtMs) };
    case 'ready':
    case 'waiting':
    case null:
      return { code: 'ready', taskId: head.id };
  }
};

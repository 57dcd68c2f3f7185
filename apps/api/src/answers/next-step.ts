import type { NextStep } from '@spool/contracts';
import { isoTime } from '../platform/times.js';
import type { TaskRecord } from '../store/task-view-store.js';

/**
 * What has to happen before a thread's head (or a free task) runs: the member IN_PROGRESS ends, its time comes, its
 * queue is resumed, or nothing at all.
 */
export const nextStepOf = (head: TaskRecord | null, inProgress: TaskRecord | null): NextStep => {
  if (head === null) return { code: 'none' };
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

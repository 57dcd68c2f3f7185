import type { Cause, Explanation, NextStep, TaskState } from '@spool/contracts';
import { relativeTime } from './time.js';

const restWords: Record<Exclude<TaskState, 'ENQUEUED'>, string> = {
  IN_PROGRESS: 'It is in progress.',
  COMPLETED: 'It is completed.',
  DEAD: 'It is dead: it runs again only when an operator restarts it.',
  RESTARTED: 'It left the DLQ as a new task.',
  FORWARDED: 'It was forwarded to another queue as a new task.',
};

const taskNamed = (id: string | undefined): string => (id === undefined ? 'another task' : `task ${id}`);

const timeNamed = (at: string | undefined, nowMs: number): string =>
  at === undefined ? '' : ` ${relativeTime(at, nowMs)}`;

const wordCause = (cause: Cause, nowMs: number): string => {
  if (cause.hidden === true) return 'it is behind a task in a queue that you may not read';
  switch (cause.code) {
    case 'not_due':
      return `its time comes${timeNamed(cause.until, nowMs)}`;
    case 'backoff':
      return `${cause.taskId === undefined ? 'its' : `${taskNamed(cause.taskId)}’s`} retry is due${timeNamed(cause.until, nowMs)}`;
    case 'behind_in_thread':
      return `it is behind ${taskNamed(cause.taskId)} in its thread`;
    case 'in_progress':
      return cause.workerId === undefined
        ? `${taskNamed(cause.taskId)} of its thread is in progress`
        : `${taskNamed(cause.taskId)} of its thread is in progress on ${cause.workerId}`;
    case 'queue_paused':
      return `queue ${cause.queue ?? ''} is paused`;
    case 'no_worker_seen':
      return cause.queue === undefined
        ? 'no worker was seen in the last minutes'
        : `no worker was seen on ${cause.queue} in the last minutes`;
  }
};

/** What runs next, and when, as a sentence; empty when nothing is known. */
export const wordNext = (next: NextStep, nowMs: number): string => {
  switch (next.code) {
    case 'ready':
      return next.taskId === undefined ? 'It may run now.' : `Task ${next.taskId} may run now.`;
    case 'at_time':
      return `${next.taskId === undefined ? 'It' : `Task ${next.taskId}`} may run${timeNamed(next.at, nowMs)}.`;
    case 'after_task':
      return `The next one runs as soon as ${taskNamed(next.taskId)} leaves.`;
    case 'after_resume':
      return 'It goes on when the queue is resumed.';
    case 'none':
      return '';
  }
};

/** Why a task is not running, in one sentence. */
export const wordExplanation = ({ state, causes }: Explanation, nowMs: number): string => {
  if (state !== 'ENQUEUED') return restWords[state];
  const [nearest, ...deeper] = causes.map((cause) => wordCause(cause, nowMs));
  if (nearest === undefined) return 'It is ready: the next free worker takes it.';
  return `It is not running because ${[nearest, ...deeper].join('; ')}.`;
};

import type { Cause, Explanation, NextStep, TaskState } from '@spool/contracts';
import { relativeTime } from '../time/words.js';

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

/** Whose explanation it is, and when it is read. */
export interface Reader {
  readonly taskId: string | null;
  readonly nowMs: number;
}

const ownerOf = (taskId: string | undefined, reader: Reader): string =>
  taskId === undefined || taskId === reader.taskId ? 'its' : `task ${taskId}’s`;

const wordCause = (cause: Cause, reader: Reader): string => {
  const { nowMs } = reader;
  if (cause.hidden === true) return 'it is behind a task in a queue that you may not read';
  switch (cause.code) {
    case 'not_due':
      return `${ownerOf(cause.taskId, reader)} time comes${timeNamed(cause.until, nowMs)}`;
    case 'backoff':
      return `${ownerOf(cause.taskId, reader)} retry is due${timeNamed(cause.until, nowMs)}`;
    case 'behind_in_thread':
      return `it is behind ${taskNamed(cause.taskId)} in its thread`;
    case 'in_progress':
      return cause.workerId === undefined
        ? `${taskNamed(cause.taskId)} is in progress`
        : `${taskNamed(cause.taskId)} is in progress on ${cause.workerId}`;
    case 'queue_paused':
      return `queue ${cause.queue ?? ''} is paused`;
    case 'no_worker_seen':
      return cause.queue === undefined
        ? 'no worker was seen in the last minutes'
        : `no worker was seen on ${cause.queue} in the last minutes`;
  }
};

const nextNamed = (taskId: string | undefined, reader: Reader): string =>
  taskId === undefined || taskId === reader.taskId ? 'It' : `Task ${taskId}`;

/** What runs next, and when, as a sentence; empty when nothing is known. */
export const wordNext = (next: NextStep, reader: Reader): string => {
  switch (next.code) {
    case 'ready':
      return `${nextNamed(next.taskId, reader)} runs as soon as a worker asks.`;
    case 'at_time':
      return `${nextNamed(next.taskId, reader)} may run${timeNamed(next.at, reader.nowMs)}.`;
    case 'after_task':
      return `The next one runs as soon as ${taskNamed(next.taskId)} leaves.`;
    case 'after_resume':
      return `${nextNamed(next.taskId, reader)} goes on when the queue is resumed.`;
    case 'none':
      return '';
  }
};

/** Why a task is not running, in one sentence. */
export const wordExplanation = ({ state, causes }: Explanation, reader: Reader): string => {
  if (state !== 'ENQUEUED') return restWords[state];
  const [nearest, ...deeper] = causes.map((cause) => wordCause(cause, reader));
  if (nearest === undefined) return 'It is ready.';
  return `It is not running because ${[nearest, ...deeper].join('; ')}.`;
};

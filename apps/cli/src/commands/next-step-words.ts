import type { Cause, NextStep } from '@spool/contracts';
import { timeWord } from '../terminal/words.js';

const after = (words: string, at: string | undefined): string =>
  at === undefined ? words : `${words} ${timeWord(at)}`;

/** What runs next and when, for people. */
export const nextWords = ({ code, taskId, at }: NextStep): string => {
  switch (code) {
    case 'ready':
      return 'as soon as a worker asks';
    case 'at_time':
      return after('at', at);
    case 'after_task':
      return taskId === undefined ? 'after the task in progress' : `after task ${taskId}`;
    case 'after_resume':
      return 'when its queue is resumed';
    case 'none':
      return 'never';
  }
};

/** One reason why a task is not running, for people. */
export const causeWords = ({ code, taskId, workerId, queue, until, hidden }: Cause): string => {
  if (hidden === true) return 'It waits for a task that you may not see.';
  switch (code) {
    case 'not_due':
      return `${after('It is not due before', until)}.`;
    case 'backoff':
      return `${after('It failed and waits until', until)}.`;
    case 'behind_in_thread':
      return `It stands behind task ${taskId ?? ''} of its thread.`;
    case 'in_progress':
      return `Task ${taskId ?? ''} is in progress at ${workerId ?? ''}${after(', leased until', until)}.`;
    case 'queue_paused':
      return `The queue ${queue ?? ''} is paused.`;
    case 'no_worker_seen':
      return `No worker has asked for tasks of ${queue ?? 'the queue'} in the last minutes.`;
  }
};

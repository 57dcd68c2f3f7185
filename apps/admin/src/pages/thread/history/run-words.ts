import type { ThreadRun } from '@spool/contracts';
import { absoluteTime, timeOfDay } from '../../../time/words.js';
import { wordLength } from './run-length.js';

const outcomeWords = { completed: 'completed', failed: 'failed', lapsed: 'lapsed' } as const;

/** What became of a run, in a word. */
export const wordOutcome = ({ outcome }: ThreadRun): string =>
  outcome === null ? 'is running' : outcomeWords[outcome];

/** From when to when a run went, and how long. */
export const wordSpan = ({ startedAt, endedAt }: ThreadRun, zone: string): string => {
  const start = absoluteTime(startedAt, zone).slice(0, 23);
  if (endedAt === null) return `since ${start}`;
  return `${start} to ${timeOfDay(endedAt, zone)}, ${wordLength(Date.parse(endedAt) - Date.parse(startedAt))}`;
};

/** A run in one sentence. */
export const wordRun = (run: ThreadRun, zone: string): string =>
  `Task ${run.taskId}, attempt ${run.attempt}, ${wordOutcome(run)} on ${run.workerId}, ${wordSpan(run, zone)}`;

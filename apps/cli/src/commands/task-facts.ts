import type { TaskAttempt, TaskDetail, TaskSummary } from '@spool/contracts';
import type { Session } from '../session/session.js';
import { harmlessJson } from '../terminal/harmless-text.js';
import type { Column } from '../terminal/table.js';
import { timeWord } from '../terminal/words.js';

/** Columns of a list of tasks. */
export const taskColumns: readonly Column<TaskSummary>[] = [
  { title: 'ID', value: ({ id }) => id, align: 'right' },
  { title: 'QUEUE', value: ({ queue }) => queue },
  { title: 'THREAD', value: ({ threadId }) => threadId },
  { title: 'TYPE', value: ({ type }) => type },
  { title: 'STATE', value: ({ state, phase }) => (phase === null ? state : `${state} ${phase}`) },
  { title: 'TRIES', value: ({ attempt, maxAttempts }) => `${attempt}/${maxAttempts}` },
  { title: 'SCHEDULED', value: ({ scheduledAt }) => timeWord(scheduledAt) },
  { title: 'ERROR', value: ({ error }) => error && (error.type ?? error.message) },
];

const attemptColumns: readonly Column<TaskAttempt>[] = [
  { title: 'TRY', value: ({ attempt }) => attempt, align: 'right' },
  { title: 'WORKER', value: ({ workerId }) => workerId },
  { title: 'STARTED', value: ({ startedAt }) => timeWord(startedAt) },
  { title: 'ENDED', value: ({ endedAt }) => timeWord(endedAt) },
  { title: 'OUTCOME', value: ({ outcome }) => outcome ?? 'running' },
  { title: 'ERROR', value: ({ error }) => error && `${error.type ?? ''} ${error.message}`.trim() },
];

/** Tells all of one task, with its payload and its attempts. */
export const showTask = async ({ output }: Session, task: TaskDetail): Promise<void> => {
  if (output.isJson) return await output.document(task);
  const { lease, error } = task;
  await output.facts([
    ['task', task.id],
    ['queue', task.queue],
    ['thread', task.threadId],
    ['type', task.type],
    ['state', task.phase === null ? task.state : `${task.state}, ${task.phase}`],
    ['attempts', `${task.attempt} of ${task.maxAttempts}`],
    ['scheduled', timeWord(task.scheduledAt)],
    ['enqueued', timeWord(task.enqueuedAt)],
    ['finished', timeWord(task.finishedAt)],
    ['worker', lease?.workerId],
    ['lease until', timeWord(lease?.expiresAt)],
    ['progress', lease?.progress === undefined ? null : harmlessJson(lease.progress)],
    ['error', error && `${error.type ?? ''} ${error.message}`.trim()],
    ['restarted from', task.restartedFrom],
    ['restarted as', task.restartedAs],
    ['forwarded as', task.forwardedAs],
    ['died as', task.deadLetter && `${task.deadLetter.taskId} in ${task.deadLetter.queue}`],
    ['payload', harmlessJson(task.payload)],
    ['result', task.result === undefined ? null : harmlessJson(task.result)],
  ]);
  if (task.history.length === 0) return;
  await output.line('');
  await output.table(attemptColumns, task.history);
};

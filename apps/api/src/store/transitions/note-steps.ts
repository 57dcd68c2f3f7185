import type { TaskStep } from '../../platform/tracing/tracing.js';
import type { QueueRecord } from '../queue-store.js';
import type { ReadyTask } from '../ready-store.js';
import type { Outcome } from './outcome.js';
import { queueOf, taskOf, type Work } from './work.js';

type Ended = Exclude<Outcome, { kind: 'deleted' }>;

const endOf = (outcome: Ended): Pick<TaskStep, 'kind' | 'outcome'> => {
  switch (outcome.kind) {
    case 'completed':
      return { kind: 'complete', outcome: 'completed' };
    case 'returned':
      return { kind: 'release', outcome: 'returned' };
    case 'retrying':
    case 'dead':
      return { kind: 'fail', outcome: outcome.failure.lapsed ? 'lapsed' : outcome.kind };
  }
};

/** Notes the ends of attempts on tasks that belong to a trace. */
export const noteEndSteps = ({ situation, outcomes, tallies }: Work): void => {
  for (const outcome of outcomes) {
    const task = taskOf(situation, outcome.id);
    if (outcome.kind === 'deleted' || task.traceparent === null || task.lease === null) continue;
    tallies.steps.push({
      ...endOf(outcome),
      traceparent: task.traceparent,
      queue: queueOf(situation, task).name,
      taskId: task.id,
      threadId: task.threadId,
      attempt: task.attempt,
      fromMs: situation.nowMs,
      toMs: null,
    });
  }
};

/** The time in the queue of a task that has just been taken, from when it was due; none for a task without a trace. */
export const waitStepsOf = (
  { name }: QueueRecord,
  { id, threadId, attempt, traceparent, enqueuedAtMs, scheduledAtMs }: ReadyTask,
  takenAtMs: number,
): TaskStep[] =>
  traceparent === null
    ? []
    : [
        {
          kind: 'wait',
          traceparent,
          queue: name,
          taskId: id,
          threadId,
          attempt: attempt + 1,
          fromMs: Math.min(takenAtMs, Math.max(enqueuedAtMs, scheduledAtMs)),
          toMs: takenAtMs,
        },
      ];

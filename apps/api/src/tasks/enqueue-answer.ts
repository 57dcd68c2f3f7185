import type { EnqueuedTask, NewTask } from '@spool/contracts';
import { phaseOf } from '@spool/thread-engine';
import { taskOf } from '../answers/task-answer.js';
import type { Sql } from '../platform/database/sql.js';
import { RawJson } from '../platform/http/raw-json.js';
import { isoTime } from '../platform/times.js';
import type { QueueRecord } from '../store/queue-store.js';
import { readWholeTask } from '../store/task-view-store.js';
import type { AdmissionResult } from '../store/transitions/admit-tasks.js';

/** A task that was just enqueued, told from what was written, without reading it back. */
export const newTaskAnswer = (
  task: NewTask,
  queue: QueueRecord,
  admitted: AdmissionResult,
  index: number,
): EnqueuedTask => {
  const id = admitted.ids[index];
  const admission = admitted.admissions[index];
  if (id === undefined || admission === undefined) throw new Error('A task was not admitted.');
  return {
    id,
    queue: queue.name,
    threadId: task.threadId ?? null,
    type: task.type ?? null,
    state: 'ENQUEUED',
    phase: phaseOf({
      isQueuePaused: queue.isPaused,
      readyAtMs: admission.readyAtMs,
      attempt: 0,
      nowMs: admission.enqueuedAtMs,
    }),
    attempt: 0,
    maxAttempts: task.maxAttempts ?? queue.configuration.maxAttempts,
    scheduledAt: isoTime(admission.scheduledAtMs),
    enqueuedAt: isoTime(admission.enqueuedAtMs),
    payload: new RawJson(task.payload),
  };
};

/** The first tasks of repeated keys, as they now are; one that is gone by now is its id alone. */
export const repeatedTaskAnswers = async (
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, EnqueuedTask>> => {
  const answers = new Map<string, EnqueuedTask>();
  for (const id of new Set(ids)) {
    const whole = await readWholeTask(sql, id);
    const answer =
      whole === null
        ? { id, deduplicated: true as const }
        : { ...taskOf(whole.task, whole.texts), deduplicated: true as const };
    answers.set(id, answer);
  }
  return answers;
};

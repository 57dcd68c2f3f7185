import type { DeadLetterRecord, DeadTask, TaskSummary } from '@spool/contracts';
import { RedactedJson } from '../platform/http/raw-json.js';
import { isoTime } from '../platform/times.js';
import type { TaskRecord } from '../store/task-view-store.js';

/** A member that is left out of the answer when it is absent. */
const optional = <Name extends string, Value>(
  name: Name,
  value: Value | null,
): Partial<Record<Name, Value>> => {
  const part: Partial<Record<Name, Value>> = {};
  if (value !== null) part[name] = value;
  return part;
};

const leaseAnswer = (lease: TaskRecord['lease']) =>
  lease === null
    ? null
    : {
        workerId: lease.workerId,
        expiresAt: isoTime(lease.expiresAtMs),
        startedAt: isoTime(lease.startedAtMs),
        ...optional('progress', lease.progress === null ? null : new RedactedJson(lease.progress)),
      };

// A dead-letter record was written by this service, from the contract's own type.
const deadLetterAnswer = (text: string | null): DeadLetterRecord | null =>
  text === null ? null : (JSON.parse(text) as DeadLetterRecord);

/** A task in a list, as the contract shows it. */
export const summaryOf = (task: TaskRecord): TaskSummary => ({
  id: task.id,
  queue: task.queue,
  threadId: task.threadId,
  type: task.type,
  state: task.state,
  phase: task.phase,
  attempt: task.attempt,
  maxAttempts: task.maxAttempts,
  scheduledAt: isoTime(task.scheduledAtMs),
  enqueuedAt: isoTime(task.enqueuedAtMs),
  ...optional(
    'finishedAt',
    task.endedAtMs === null || task.state === 'DEAD' ? null : isoTime(task.endedAtMs),
  ),
  ...optional('error', task.error),
  ...optional('lease', leaseAnswer(task.lease)),
  ...optional('restartedFrom', task.restartedFrom),
  ...optional('restartedAs', task.state === 'RESTARTED' ? task.successorId : null),
  ...optional('forwardedAs', task.state === 'FORWARDED' ? task.successorId : null),
  ...optional('deadLetter', deadLetterAnswer(task.deadLetter)),
});

/** A task with its payload and result, as they stand but for what is to be hidden. */
export const taskOf = (task: TaskRecord, texts: { payload: string; result: string | null }) => ({
  ...summaryOf(task),
  payload: new RedactedJson(texts.payload),
  ...optional('result', texts.result === null ? null : new RedactedJson(texts.result)),
});

/** A dead task in a list. */
export const deadTaskOf = (task: TaskRecord): DeadTask => ({
  ...summaryOf(task),
  diedAt: isoTime(task.endedAtMs ?? task.enqueuedAtMs),
  error: task.error ?? { type: null, message: '' },
  group: task.errorGroup ?? '',
});

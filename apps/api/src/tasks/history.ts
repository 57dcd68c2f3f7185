import type { TaskAttempt } from '@spool/contracts';
import { isoTime, isoTimeOrNull } from '../platform/times.js';
import type { FailedAttempt } from '../store/failed-attempt-store.js';
import type { TaskRecord } from '../store/task-view-store.js';

const failedAttempt = (record: FailedAttempt): TaskAttempt => ({
  attempt: record.attempt,
  workerId: record.workerId,
  startedAt: isoTime(record.startedAtMs),
  endedAt: isoTime(record.endedAtMs),
  outcome: record.lapsed ? 'lapsed' : 'failed',
  error: {
    type: record.errorType,
    message: record.errorMessage,
    ...(record.errorStack === null ? {} : { stack: record.errorStack }),
  },
});

const lastAttempt = (task: TaskRecord): TaskAttempt[] => {
  const { lease, completion, attempt } = task;
  if (lease !== null) {
    const { workerId, startedAtMs } = lease;
    return [{ attempt, workerId, startedAt: isoTime(startedAtMs), endedAt: null, outcome: null }];
  }
  if (completion === null) return [];
  const startedAt = isoTime(completion.startedAtMs);
  const endedAt = isoTimeOrNull(task.endedAtMs);
  return [{ attempt, workerId: completion.workerId, startedAt, endedAt, outcome: 'completed' }];
};

/** The attempts of a task, first to last: those that failed, and the one that runs or completed it. */
export const historyOf = (task: TaskRecord, failed: readonly FailedAttempt[]): TaskAttempt[] => [
  ...failed.map(failedAttempt),
  ...lastAttempt(task),
];

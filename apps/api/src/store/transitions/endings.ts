import { decideBurial, type Burial } from '@spool/thread-engine';
import { layToRest } from '../dead-task-store.js';
import {
  deleteFailedAttempts,
  recordFailedAttempts,
  type FailedAttemptRecord,
} from '../failed-attempt-store.js';
import { keepCompletedPlainly, keepFinished, type TaskEnding } from '../finished-task-store.js';
import { groupBy } from '../group-by.js';
import { endLeases } from '../lease-store.js';
import { deleteTasks } from '../task-store.js';
import { leaseSlotOf } from '../thread-key.js';
import { forwardDead } from './forward-dead.js';
import { staysLive, type Outcome } from './outcome.js';
import type { HeldTask, Situation } from './situation.js';
import { queueOf, tallyPlace, taskOf, type Work } from './work.js';

const burialOf = (situation: Situation, task: HeldTask): Burial => {
  const { deadLetter, retention } = queueOf(situation, task).configuration;
  return decideBurial({ mode: deadLetter.mode, retentionMs: retention.deadMs });
};

/** Routes the dead as their queues say (R6): into the DLQ, into another queue, or nowhere. */
export const bury = async (work: Work): Promise<void> => {
  const { sql, situation, outcomes, tallies } = work;
  const deaths = outcomes.filter((outcome) => outcome.kind === 'dead');
  const byBurial = groupBy(deaths, ({ id }) => burialOf(situation, taskOf(situation, id)));
  const withoutTarget = await forwardDead(work, byBurial.get('forward') ?? []);
  const resting = [...(byBurial.get('rest') ?? []), ...withoutTarget];
  for (const { id } of resting) tallies.add(taskOf(situation, id).queueId, 'dead', 1);
  await layToRest(
    sql,
    resting.map(({ id, failure }) => ({
      id,
      diedAtMs: situation.nowMs,
      errorType: failure.type,
      errorMessage: failure.message,
      group: failure.group,
      token: failure.lapsed ? null : (taskOf(situation, id).lease?.token ?? null),
    })),
  );
};

const endingOf = (situation: Situation, task: HeldTask, result: string | null): TaskEnding => ({
  id: task.id,
  state: 'COMPLETED',
  endedAtMs: situation.nowMs,
  result,
  workerId: task.lease?.workerId ?? '',
  startedAtMs: task.lease?.startedAtMs ?? situation.nowMs,
  token: task.lease?.token ?? null,
  successorId: null,
  errorType: null,
  errorMessage: null,
});

const keepsCompleted = (situation: Situation, task: HeldTask): boolean =>
  queueOf(situation, task).configuration.retention.completedMs > 0;

/** Keeps completed tasks until their retention ends. */
export const keepCompleted = ({ sql, situation, outcomes, tallies }: Work): void => {
  const endings: TaskEnding[] = [];
  const plainIds: string[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'completed') continue;
    const task = taskOf(situation, outcome.id);
    if (!keepsCompleted(situation, task)) continue;
    tallies.add(task.queueId, 'completed', 1);
    if (outcome.result === null && task.lease !== null) plainIds.push(task.id);
    else endings.push(endingOf(situation, task, outcome.result));
  }
  keepCompletedPlainly(sql, plainIds, situation.nowMs);
  keepFinished(sql, endings);
};

const leavesNothing = (situation: Situation, outcome: Outcome): boolean => {
  const task = taskOf(situation, outcome.id);
  switch (outcome.kind) {
    case 'deleted':
      return true;
    case 'completed':
      return !keepsCompleted(situation, task);
    case 'dead':
      return burialOf(situation, task) === 'vanish';
    case 'retrying':
    case 'returned':
      return false;
  }
};

/** Takes those that leave out of the live table, and the history of those that are gone for good. */
export const removeLeaving = ({ sql, situation, outcomes, tallies }: Work): void => {
  const leaving = outcomes.filter((outcome) => !staysLive(outcome));
  for (const { id } of leaving) {
    const task = taskOf(situation, id);
    tallies.add(task.queueId, 'live', -1);
    tallyPlace(tallies, task, -1);
  }
  deleteTasks(
    sql,
    leaving.map(({ id }) => id),
  );
  const goneWithHistory = leaving.filter(
    (outcome) => leavesNothing(situation, outcome) && taskOf(situation, outcome.id).attempt > 0,
  );
  deleteFailedAttempts(
    sql,
    goneWithHistory.map(({ id }) => id),
  );
};

/** Writes down the attempts that failed, but for tasks of which nothing is kept. */
export const recordFailures = ({ sql, situation, outcomes }: Work): void => {
  const records: FailedAttemptRecord[] = [];
  for (const outcome of outcomes) {
    if (outcome.kind !== 'retrying' && outcome.kind !== 'dead') continue;
    const task = taskOf(situation, outcome.id);
    if (task.lease === null || leavesNothing(situation, outcome)) continue;
    records.push({
      taskId: task.id,
      queueId: task.queueId,
      threadKey: task.threadKey,
      attempt: task.attempt,
      token: task.lease.token,
      lapsed: outcome.failure.lapsed,
      workerId: task.lease.workerId,
      startedAtMs: task.lease.startedAtMs,
      endedAtMs: situation.nowMs,
      errorType: outcome.failure.type,
      errorMessage: outcome.failure.message,
      errorStack: outcome.failure.stack,
    });
  }
  recordFailedAttempts(sql, records);
};

/** Ends the leases of every task that has an outcome: none of them is in a worker's hands any more. */
export const endTheirLeases = ({ sql, situation, outcomes }: Work): void => {
  const held = outcomes.map(({ id }) => taskOf(situation, id)).filter((task) => task.lease !== null);
  endLeases(
    sql,
    held.map((task) => leaseSlotOf(task.id, task.threadKey)),
  );
};

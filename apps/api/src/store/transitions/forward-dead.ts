import { scheduleArrival } from '@spool/thread-engine';
import type { DeadLetterRecord } from '@spool/contracts';
import { keepFinished } from '../finished-task-store.js';
import { readPayloads, readTaskExtras, type TaskExtras } from '../task-payload-store.js';
import { insertCopies } from './insert-copies.js';
import type { Outcome } from './outcome.js';
import { queueOf, taskOf, type Work } from './work.js';
import type { QueueRecord } from '../queue-store.js';

type Death = Extract<Outcome, { kind: 'dead' }>;

const targetOf = (work: Work, { id }: Death): QueueRecord | undefined => {
  const { deadLetter } = queueOf(work.situation, taskOf(work.situation, id)).configuration;
  return deadLetter.queue === undefined ? undefined : work.situation.forwardTargets.get(deadLetter.queue);
};

const recordOf = (work: Work, { id, failure }: Death): string => {
  const task = taskOf(work.situation, id);
  const record: DeadLetterRecord = {
    taskId: id,
    queue: queueOf(work.situation, task).name,
    threadId: task.threadId,
    attempt: task.attempt,
    diedAt: new Date(work.situation.nowMs).toISOString(),
    error: { type: failure.type, message: failure.message },
  };
  return JSON.stringify(record);
};

interface Forwarding {
  readonly death: Death;
  readonly target: QueueRecord;
}

/** What a dead task becomes where it is forwarded to: an arrival like any other, without a thread. */
const copyOf = (work: Work, { death, target }: Forwarding, extras: TaskExtras | undefined) => {
  const { nowMs } = work.situation;
  const { scheduledAtMs } = scheduleArrival({ requestedAtMs: null, nowMs, lastArrivalMs: null });
  return {
    sourceId: death.id,
    queueId: target.id,
    threadKey: null,
    threadId: null,
    type: extras?.type ?? null,
    attempt: 0,
    maxAttempts: target.configuration.maxAttempts,
    backoff: null,
    scheduledAtMs,
    readyAtMs: scheduledAtMs,
    enqueuedAtMs: nowMs,
    payloadBytes: taskOf(work.situation, death.id).payloadBytes,
    traceparent: extras?.traceparent ?? null,
    restartedFrom: null,
    deadLetter: recordOf(work, death),
  };
};

/**
 * Enqueues the dead into the queues that their own forward to, without a thread, and keeps them as FORWARDED
 * (R6, R13). Returns those whose target is gone: they rest in their own DLQ instead.
 */
export const forwardDead = async (work: Work, deaths: readonly Death[]): Promise<Death[]> => {
  if (deaths.length === 0) return [];
  const { sql, tallies, wakeups } = work;
  const extras = await readTaskExtras(
    sql,
    deaths.map(({ id }) => id),
  );
  const withTarget = deaths.flatMap((death) => {
    const target = targetOf(work, death);
    return target === undefined ? [] : [{ death, target }];
  });
  const copies = withTarget.map((forwarding) => copyOf(work, forwarding, extras.get(forwarding.death.id)));
  for (const { queueId, readyAtMs } of copies) {
    tallies.add(queueId, 'live', 1);
    tallies.traffic.add(queueId, 'enqueued');
    wakeups.push({ queueId, readyAtMs });
  }
  const newIds = await insertCopies(sql, copies, readPayloads);
  keepFinished(
    sql,
    withTarget.map(({ death }, index) => endingOf(work, death, newIds[index] ?? null)),
  );
  return deaths.filter((death) => targetOf(work, death) === undefined);
};

const endingOf = ({ situation }: Work, { id, failure }: Death, successorId: string | null) => {
  const { lease } = taskOf(situation, id);
  return {
    id,
    state: 'FORWARDED' as const,
    endedAtMs: situation.nowMs,
    result: null,
    workerId: lease?.workerId ?? '',
    startedAtMs: lease?.startedAtMs ?? situation.nowMs,
    token: failure.lapsed ? null : (lease?.token ?? null),
    successorId,
    errorType: failure.type,
    errorMessage: failure.message,
  };
};

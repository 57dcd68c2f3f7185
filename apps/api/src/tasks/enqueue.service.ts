import { Injectable } from '@nestjs/common';
import { limits, type EnqueuedTask, type NewTask } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import type { Sql } from '../platform/database/sql.js';
import { mayBeOneCallersFault } from '../platform/database/unknown-outcome.js';
import { KeyedLanes } from '../platform/keyed-lanes.js';
import { queueNotFound } from '../platform/spool-error.js';
import { recordActOnTasks } from '../store/audit-log-store.js';
import { holdDedupKeys, openDedupWindows } from '../store/dedup-key-store.js';
import { lockQueueShared, threadScopeOf, type QueueRecord } from '../store/queue-store.js';
import { insertTaskRows, type TaskInsert } from '../store/task-insert.js';
import { TaskTransactions, type TaskChanges } from '../store/task-transactions.js';
import { threadKeyOf } from '../store/thread-key.js';
import { admitTasks, type Admission, type Newcomer } from '../store/transitions/admit-tasks.js';
import { Deduplication } from './deduplication.js';
import { newTaskAnswer, repeatedTaskAnswers } from './enqueue-answer.js';

interface EnqueueCall {
  readonly tasks: readonly NewTask[];
  readonly act: Act;
}

/** Takes tasks in: all of a request or none. Requests for one queue that come together share a transaction. */
@Injectable()
export class EnqueueService {
  private readonly lanes: KeyedLanes<EnqueueCall, EnqueuedTask[]>;

  constructor(transactions: TaskTransactions) {
    this.lanes = new KeyedLanes(
      (queueName, calls) =>
        transactions.run({ kind: 'enqueue', callers: calls.length, isTriedApart: true }, (sql) =>
          enqueueIn(sql, queueName, calls),
        ),
      {
        sizeOf: ({ tasks }) => tasks.length,
        batchSize: limits.batchItems,
        batchesAtOnce: 2,
        largeBatchesAtOnce: 4,
        mayRepeat: mayBeOneCallersFault,
      },
    );
  }

  /**
   * Enqueues tasks in order (R4); one whose `dedupKey` was used within the queue's window answers with the first
   * task instead. Throws `queue_not_found`.
   */
  enqueue(queueName: string, tasks: readonly NewTask[], act: Act): Promise<EnqueuedTask[]> {
    return this.lanes.submit(queueName, { tasks, act });
  }
}

const enqueueIn = async (
  sql: Sql,
  queueName: string,
  calls: readonly EnqueueCall[],
): Promise<TaskChanges<EnqueuedTask[][]>> => {
  const tasks = calls.flatMap((call) => call.tasks);
  const queue = await lockQueueShared(sql, queueName);
  if (queue === null) throw queueNotFound(queueName);
  const { dedupWindowMs } = queue.configuration;
  // Without a window two requests are two tasks, also when they come together.
  const keys = dedupWindowMs === 0 ? [] : tasks.flatMap(({ dedupKey }) => dedupKey ?? []);
  const deduplication = new Deduplication(tasks, await holdDedupKeys(sql, queue.id, keys));

  const fresh = deduplication.fresh;
  const newcomers = fresh.map((task) => newcomerOf(task, queue));
  const admitted = await admitTasks(sql, newcomers, (admissions) =>
    insertTaskRows(
      sql,
      fresh.map((task, index) => insertOf(task, queue, newcomers[index], admissions[index])),
    ),
  );
  const expiresAtMs = (admitted.admissions[0]?.enqueuedAtMs ?? 0) + dedupWindowMs;
  openDedupWindows(sql, queue.id, deduplication.windows(admitted.ids, expiresAtMs));

  const repeated = await repeatedTaskAnswers(sql, deduplication.repeatedIds(admitted.ids));
  const answers = fresh.map((task, index) => newTaskAnswer(task, queue, admitted, index));
  const inOrder = deduplication.inRequestOrder(answers, admitted.ids, repeated);
  const result = cutAs(calls, inOrder);
  for (const [index, { act }] of calls.entries()) noteEnqueued(sql, act, result[index] ?? [], queue);
  return { result, tallies: [admitted.tallies], wakeups: admitted.wakeups };
};

const noteEnqueued = (sql: Sql, act: Act, answers: readonly EnqueuedTask[], { name }: QueueRecord): void => {
  if (!act.isAudited) return;
  const fresh = answers.filter(({ deduplicated }) => deduplicated !== true);
  const ids = fresh.map(({ id }) => id);
  recordActOnTasks(sql, act, { ids, queues: [name] });
};

/** Cuts answers to merged calls into what belongs to each call. */
const cutAs = <Answer>(calls: readonly EnqueueCall[], answers: readonly Answer[]): Answer[][] => {
  let from = 0;
  return calls.map(({ tasks }) => {
    from += tasks.length;
    return answers.slice(from - tasks.length, from);
  });
};

const newcomerOf = (task: NewTask, queue: QueueRecord): Newcomer => {
  const scopeQueueId = threadScopeOf(queue);
  const threadId = task.threadId ?? null;
  return {
    queueId: queue.id,
    ordering: queue.configuration.ordering,
    thread: threadId === null ? null : { key: threadKeyOf(scopeQueueId, threadId), threadId, scopeQueueId },
    kind: 'arrival',
    requestedAtMs: task.scheduledAt ?? null,
    delayMs: task.delayMs ?? null,
  };
};

const insertOf = (
  task: NewTask,
  queue: QueueRecord,
  newcomer: Newcomer | undefined,
  admission: Admission | undefined,
): TaskInsert => {
  if (admission === undefined) throw new Error('A task was not admitted.');
  return {
    ...admission,
    queueId: queue.id,
    threadKey: newcomer?.thread?.key ?? null,
    threadId: task.threadId ?? null,
    type: task.type ?? null,
    attempt: 0,
    maxAttempts: task.maxAttempts ?? queue.configuration.maxAttempts,
    backoff: task.backoff === undefined ? null : JSON.stringify(task.backoff),
    payload: task.payload,
    payloadBytes: Buffer.byteLength(task.payload),
    traceparent: task.traceparent ?? null,
    restartedFrom: null,
    deadLetter: null,
  };
};

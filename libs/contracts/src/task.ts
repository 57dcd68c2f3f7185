import { z } from 'zod';
import { jsonText } from './json-value.js';
import { limits } from './limits.js';
import { paging, timeSpan } from './list.js';
import { backoff } from './queue.js';
import {
  dedupKey,
  delayMs,
  queueName,
  taskId,
  taskType,
  threadId,
  timestampIn,
  timestampOut,
  traceparent,
  wholeNumber,
  workerId,
} from './scalars.js';

/** Where a task is in its life. RESTARTED and FORWARDED: what left the DLQ, kept until its retention ends. */
export const taskState = z.enum(['ENQUEUED', 'IN_PROGRESS', 'COMPLETED', 'DEAD', 'RESTARTED', 'FORWARDED']);
/** Where a task is in its life. */
export type TaskState = z.infer<typeof taskState>;

/** Why an ENQUEUED task is not running: the first that holds, in this order. */
export const taskPhase = z.enum(['paused', 'waiting', 'backoff', 'scheduled', 'ready']);
/** Why an ENQUEUED task is not running. */
export type TaskPhase = z.infer<typeof taskPhase>;

/** What went wrong in an attempt. */
export const taskError = z.object({
  type: z.string().nullable(),
  message: z.string(),
  stack: z.string().optional(),
});
/** What went wrong in an attempt. */
export type TaskError = z.infer<typeof taskError>;

/** Where a forwarded task came from. */
export const deadLetterRecord = z.object({
  taskId,
  queue: queueName,
  threadId: z.string().nullable(),
  attempt: z.int(),
  diedAt: timestampOut,
  error: taskError.omit({ stack: true }),
});
/** Where a forwarded task came from. */
export type DeadLetterRecord = z.infer<typeof deadLetterRecord>;

const taskFields = {
  id: taskId,
  queue: queueName,
  threadId: z.string().nullable(),
  type: z.string().nullable(),
  state: taskState,
  phase: taskPhase.nullable(),
  attempt: z.int(),
  maxAttempts: z.int(),
  scheduledAt: timestampOut,
  enqueuedAt: timestampOut,
  finishedAt: timestampOut.optional(),
  error: taskError.omit({ stack: true }).optional(),
  lease: z
    .object({
      workerId: z.string(),
      expiresAt: timestampOut,
      startedAt: timestampOut,
      progress: z.unknown().optional(),
    })
    .optional(),
  restartedFrom: taskId.optional(),
  restartedAs: taskId.optional(),
  forwardedAs: taskId.optional(),
  deadLetter: deadLetterRecord.optional(),
};

/** A task in a list: no payload. */
export const taskSummary = z.object(taskFields);
/** A task in a list. */
export type TaskSummary = z.infer<typeof taskSummary>;

/** A task with its payload, and its result once completed. */
export const task = z.object({ ...taskFields, payload: z.unknown(), result: z.unknown().optional() });
/** A task with its payload. */
export type Task = z.infer<typeof task>;

/** One attempt of a task; the running one has neither end nor outcome. */
export const taskAttempt = z.object({
  attempt: z.int(),
  workerId: z.string(),
  startedAt: timestampOut,
  endedAt: timestampOut.nullable(),
  outcome: z.enum(['completed', 'failed', 'lapsed']).nullable(),
  error: taskError.optional(),
});
/** One attempt of a task. */
export type TaskAttempt = z.infer<typeof taskAttempt>;

/** A task with its history. */
export const taskDetail = z.object({ ...task.shape, history: z.array(taskAttempt) });
/** A task with its history. */
export type TaskDetail = z.infer<typeof taskDetail>;

/** A task as a producer sends it. */
export const newTask = z
  .strictObject({
    payload: jsonText(limits.payloadBytes, 'payload'),
    type: taskType.nullable().optional(),
    threadId: threadId.nullable().optional(),
    scheduledAt: timestampIn.optional(),
    delayMs: delayMs.optional(),
    maxAttempts: wholeNumber(1, limits.attempts).optional(),
    backoff: backoff.optional(),
    dedupKey: dedupKey.optional(),
    traceparent: traceparent.optional(),
  })
  .refine((given) => given.scheduledAt === undefined || given.delayMs === undefined, {
    path: ['delayMs'],
    message: 'Send "scheduledAt" or "delayMs", not both.',
  });
/** A task as the API reads it: the payload is its JSON text, times are milliseconds. */
export type NewTask = z.output<typeof newTask>;
/** A task as a producer writes it. */
export type NewTaskInput = z.input<typeof newTask>;

/** Tasks enqueued all or nothing. */
export const newTaskBatch = z.strictObject({ tasks: z.array(newTask).min(1).max(limits.batchItems) });

/** The answer to an enqueue: the task, or the first one of its `dedupKey` (its id alone once it is gone). */
export const enqueuedTask = z.union([
  task.extend({ deduplicated: z.literal(true).optional() }),
  z.object({ id: taskId, deduplicated: z.literal(true) }),
]);
/** The answer to an enqueue. */
export type EnqueuedTask = z.infer<typeof enqueuedTask>;

/** Which tasks to list; `from` and `to` bound `enqueuedAt`. */
export const taskQuery = z.strictObject({
  queue: queueName.optional(),
  state: taskState.optional(),
  phase: taskPhase.optional(),
  threadId: threadId.optional(),
  type: taskType.optional(),
  workerId: workerId.optional(),
  ...timeSpan,
  ...paging,
});
/** Which tasks to list. */
export type TaskQuery = z.output<typeof taskQuery>;

/** A new time for an ENQUEUED task. */
export const reschedule = z.strictObject({ scheduledAt: timestampIn });

/** What runs next, and when: `taskId` and `at` where they are known. */
export const nextStep = z.object({
  code: z.enum(['ready', 'at_time', 'after_task', 'after_resume', 'none']),
  taskId: taskId.optional(),
  at: timestampOut.optional(),
});
/** What runs next, and when. */
export type NextStep = z.infer<typeof nextStep>;

/** One reason why a task is not running. */
export const cause = z.object({
  code: z.enum(['not_due', 'backoff', 'behind_in_thread', 'in_progress', 'queue_paused', 'no_worker_seen']),
  taskId: taskId.optional(),
  workerId: z.string().optional(),
  queue: queueName.optional(),
  until: timestampOut.optional(),
  hidden: z.literal(true).optional(),
});
/** One reason why a task is not running. */
export type Cause = z.infer<typeof cause>;

/** Why a task is not running, from the nearest cause to the root. */
export const explanation = z.object({
  state: taskState,
  phase: taskPhase.nullable(),
  causes: z.array(cause),
  next: nextStep,
});
/** Why a task is not running. */
export type Explanation = z.infer<typeof explanation>;

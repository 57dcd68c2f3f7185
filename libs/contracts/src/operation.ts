import { z } from 'zod';
import { deadTaskQuery } from './dead-task.js';
import { limits } from './limits.js';
import { paging } from './list.js';
import { decimalId, queueName, taskId, taskType, threadId, timestampOut, wholeNumber } from './scalars.js';

/** An operation's id: a decimal string. */
export const operationId = decimalId('An operation id').meta({
  description: 'An operation id.',
  examples: ['17'],
});

/** What an operation does to the dead tasks that it covers. */
export const operationAction = z.enum(['restart', 'delete']);
/** What an operation does. */
export type OperationAction = z.infer<typeof operationAction>;

/**
 * Where an operation is. `canary`: the first tasks are restarted, and what becomes of them is awaited. `failed`: it has
 * ended, and not one of its tasks could be done.
 */
export const operationState = z.enum(['running', 'paused', 'canary', 'completed', 'cancelled', 'failed']);
/** Where an operation is. */
export type OperationState = z.infer<typeof operationState>;

/** Which dead tasks an operation covers: the names of their list, and chosen ones by their ids. */
export const operationFilter = deadTaskQuery
  .omit({ limit: true, cursor: true })
  .extend({ ids: z.array(taskId).min(1).max(limits.batchItems).optional() });
/** Which dead tasks an operation covers. */
export type OperationFilter = z.output<typeof operationFilter>;

const filterOut = z.object({
  ids: z.array(taskId).optional(),
  queue: queueName.optional(),
  threadId: threadId.optional(),
  type: taskType.optional(),
  errorType: z.string().optional(),
  group: z.string().optional(),
  from: timestampOut.optional(),
  to: timestampOut.optional(),
});
/** The filter as an operation shows it. */
export type OperationFilterOut = z.infer<typeof filterOut>;

const reason = z.string().max(limits.reasonCharacters);

/** Restarts or deletes all dead tasks that a filter names, or, as a dry run, says what that would do. */
export const operationRequest = z
  .strictObject({
    action: operationAction,
    filter: operationFilter,
    ratePerSecond: wholeNumber(1, limits.operationRatePerSecond).optional(),
    canary: wholeNumber(1, limits.operationCanary).optional(),
    dryRun: z.boolean().default(false),
    reason: reason.optional(),
  })
  .refine(({ action, canary }) => action === 'restart' || canary === undefined, {
    path: ['canary'],
    message: 'A canary goes with "restart": what is deleted has nothing to verify.',
  });
/** Restarts or deletes all dead tasks that a filter names. */
export type OperationRequest = z.output<typeof operationRequest>;

/** Which page of a dry run's threads; only with `dryRun`. */
export const previewPaging = z.strictObject(paging);
/** Which page of a dry run's threads. */
export type PreviewPaging = z.output<typeof previewPaging>;

const count = z.int().min(0);

/**
 * What became of the restarted tasks: `passed` completed, `failedAgain` died, `deleted` were deleted before they ended,
 * `waiting` are still to end. Together they are the tasks `done` by a restart.
 */
export const verification = z.object({
  passed: count,
  failedAgain: count,
  deleted: count,
  waiting: count,
});
/** What became of the restarted tasks. */
export type Verification = z.infer<typeof verification>;

/**
 * A durable bulk restart or deletion. `total` is fixed when it is made; `done` were restarted (and not undone since) or
 * deleted, `failed` were dead no more, `undone` went back to the DLQ; the rest is still to be done, or never will be
 * when it was cancelled. `verifiedAt`: when the last restarted task had ended, null until then.
 */
export const operation = z.object({
  id: operationId,
  action: operationAction,
  filter: filterOut,
  queues: z.array(queueName),
  state: operationState,
  total: count,
  done: count,
  failed: count,
  undone: count,
  verified: verification,
  undo: z.enum(['running', 'completed']).nullable(),
  ratePerSecond: z.int().nullable(),
  canary: z.int().nullable(),
  reason: z.string().nullable(),
  createdAt: timestampOut,
  createdBy: z.string(),
  finishedAt: timestampOut.nullable(),
  verifiedAt: timestampOut.nullable(),
});
/** A durable bulk restart or deletion. */
export type Operation = z.infer<typeof operation>;

/** Why a task that an operation covers could not be done. */
export const operationFailureCode = z.enum(['task_not_found', 'already_restarted', 'internal_error']);
/** Why a task could not be done. */
export type OperationFailureCode = z.infer<typeof operationFailureCode>;

/** Restarted tasks that failed again alike: `isNew` where the error is another than the one they had died of before. */
export const repeatedFailure = z.object({
  group: z.string(),
  isNew: z.boolean(),
  count,
  sampleTaskId: taskId,
  errorType: z.string().nullable(),
  message: z.string().nullable(),
});
/** Restarted tasks that failed again alike. */
export type RepeatedFailure = z.infer<typeof repeatedFailure>;

/** An operation with what went wrong: by code what could not be done, by error what failed again, largest first. */
export const operationDetail = z.object({
  ...operation.shape,
  failures: z.array(z.object({ code: operationFailureCode, count })),
  failedAgain: z.array(repeatedFailure),
});
/** An operation with what went wrong. */
export type OperationDetail = z.infer<typeof operationDetail>;

/** Which operations to list. */
export const operationQuery = z.strictObject({
  queue: queueName.optional(),
  action: operationAction.optional(),
  state: operationState.optional(),
  ...paging,
});
/** Which operations to list. */
export type OperationQuery = z.output<typeof operationQuery>;

/**
 * What became of a task that an operation covers: `pending` (still to be done), `restarted` (and still to end),
 * `passed`, `failed_again`, `removed` (deleted after its restart, before it ended), `deleted`, `failed`, `undone`.
 */
export const operationOutcome = z.enum([
  'pending',
  'restarted',
  'passed',
  'failed_again',
  'removed',
  'deleted',
  'failed',
  'undone',
]);
/** What became of a task that an operation covers. */
export type OperationOutcome = z.infer<typeof operationOutcome>;

/** Which of an operation's tasks to list. */
export const operationTaskQuery = z.strictObject({ outcome: operationOutcome.optional(), ...paging });
/** Which of an operation's tasks to list. */
export type OperationTaskQuery = z.output<typeof operationTaskQuery>;

/** A task that an operation covers. `place` is its turn; `group` the error it had died of, `newGroup` what it failed of again. */
export const operationTask = z.object({
  id: taskId,
  place: z.int(),
  queue: queueName,
  threadId: z.string().nullable(),
  outcome: operationOutcome,
  newId: taskId.nullable(),
  code: operationFailureCode.nullable(),
  group: z.string().nullable(),
  newGroup: z.string().nullable(),
});
/** A task that an operation covers. */
export type OperationTask = z.infer<typeof operationTask>;

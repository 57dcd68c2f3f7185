import { z } from 'zod';
import { jsonText } from './json-value.js';
import { limits } from './limits.js';
import { problemCode } from './problem.js';
import { delayMs, leaseToken, queueName, taskId, timestampOut, wholeNumber, workerId } from './scalars.js';

const keepaliveTimeoutMs = wholeNumber(limits.keepaliveTimeoutMinimumMs, limits.keepaliveTimeoutMs);

/** A worker asks for tasks, and may wait for them. */
export const dequeueRequest = z.strictObject({
  max: wholeNumber(1, limits.dequeueTasks).default(1),
  waitMs: wholeNumber(0, limits.waitMs).default(0),
  workerId,
  keepaliveTimeoutMs: keepaliveTimeoutMs.optional(),
});
/** A worker asks for tasks. */
export type DequeueRequest = z.output<typeof dequeueRequest>;

/** A task in a worker's hands. */
export const leasedTask = z.object({
  id: taskId,
  queue: queueName,
  threadId: z.string().nullable(),
  type: z.string().nullable(),
  payload: z.unknown(),
  attempt: z.int(),
  maxAttempts: z.int(),
  scheduledAt: timestampOut,
  enqueuedAt: timestampOut,
  leaseToken,
  leaseExpiresAt: timestampOut,
  traceparent: z.string().optional(),
});
/** A task in a worker's hands. */
export type LeasedTask = z.infer<typeof leasedTask>;

/** What a dequeue answers; empty when the wait ends. */
export const dequeueAnswer = z.object({ tasks: z.array(leasedTask) });

const held = { id: taskId, leaseToken };
const keepaliveFields = {
  leaseToken,
  extendMs: keepaliveTimeoutMs.optional(),
  progress: jsonText(limits.progressBytes, 'progress').optional(),
};
const completeFields = { leaseToken, result: jsonText(limits.resultBytes, 'result').optional() };
const failFields = {
  leaseToken,
  error: z.strictObject({
    message: z.string(),
    type: z.string().nullable().optional(),
    stack: z.string().nullable().optional(),
  }),
  retryAfterMs: delayMs.optional(),
  retryable: z.boolean().default(true),
};
const releaseFields = { leaseToken, delayMs: delayMs.optional() };

/** Prolongs a lease (R12). */
export const keepaliveItem = z.strictObject({ ...held, ...keepaliveFields });
/** Settles a task as done (R12). */
export const completeItem = z.strictObject({ ...held, ...completeFields });
/** Settles an attempt as failed (R5, R6, R12). */
export const failItem = z.strictObject({ ...held, ...failFields });
/** Hands a task back without counting the attempt (R11, R12). */
export const releaseItem = z.strictObject({ ...held, ...releaseFields });
/** Prolongs a lease. */
export type KeepaliveItem = z.output<typeof keepaliveItem>;
/** Settles a task as done. */
export type CompleteItem = z.output<typeof completeItem>;
/** Settles an attempt as failed. */
export type FailItem = z.output<typeof failItem>;
/** Hands a task back. */
export type ReleaseItem = z.output<typeof releaseItem>;

const batchOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item).min(1).max(limits.batchItems) });

export const keepaliveBatch = batchOf(keepaliveItem);
export const completeBatch = batchOf(completeItem);
export const failBatch = batchOf(failItem);
export const releaseBatch = batchOf(releaseItem);
export const keepaliveOne = z.strictObject(keepaliveFields);
export const completeOne = z.strictObject(completeFields);
export const failOne = z.strictObject(failFields);
export const releaseOne = z.strictObject(releaseFields);

/** What became of a task that its worker settled. */
export const settledOutcome = z.enum(['completed', 'retrying', 'dead']);
/** What became of a task that its worker settled. */
export type SettledOutcome = z.infer<typeof settledOutcome>;

/** The refusal of one item of a per-item call. */
export const itemRefusal = z.object({
  id: taskId,
  status: z.literal('error'),
  code: problemCode,
  detail: z.string(),
  outcome: settledOutcome.optional(),
  newId: taskId.optional(),
});
/** The refusal of one item. */
export type ItemRefusal = z.infer<typeof itemRefusal>;

const done = { id: taskId, status: z.literal('ok') };
/** `promoted` names the thread's head after the whole batch, where the item made way for one. */
const promoted = { promoted: taskId.optional() };

export const keepaliveResult = z.object({ ...done, leaseExpiresAt: timestampOut });
export const completeResult = z.object({ ...done, ...promoted });
export const failResult = z.object({
  ...done,
  outcome: z.enum(['retrying', 'dead']),
  scheduledAt: timestampOut.optional(),
  ...promoted,
});
export const releaseResult = z.object({ ...done, scheduledAt: timestampOut, ...promoted });
export const deleteResult = z.object({ ...done, ...promoted });
export type KeepaliveResult = z.infer<typeof keepaliveResult>;
export type CompleteResult = z.infer<typeof completeResult>;
export type FailResult = z.infer<typeof failResult>;
export type ReleaseResult = z.infer<typeof releaseResult>;
export type DeleteResult = z.infer<typeof deleteResult>;

/** The answer of a per-item call: one result an item, in request order. */
export const resultsOf = <Result extends z.ZodType>(result: Result) =>
  z.object({ results: z.array(z.union([result, itemRefusal])) });

/** What a worker is done with, and what it wants next, in one transaction. */
export const exchangeRequest = z
  .strictObject({
    complete: z.array(completeItem).max(limits.batchItems).default([]),
    fail: z.array(failItem).max(limits.batchItems).default([]),
    dequeue: dequeueRequest.optional(),
  })
  .refine(({ complete, fail }) => complete.length + fail.length <= limits.batchItems, {
    message: `An exchange settles at most ${limits.batchItems} tasks: send the rest in the next.`,
  })
  .refine(({ complete, fail, dequeue }) => complete.length + fail.length > 0 || dequeue !== undefined, {
    message: 'An exchange settles or dequeues something: send "complete", "fail" or "dequeue".',
  });
/** What a worker is done with, and what it wants next. */
export type ExchangeRequest = z.output<typeof exchangeRequest>;

/** The answer to an exchange: one result a settled item, in request order, and the tasks taken. */
export const exchangeAnswer = z.object({
  complete: z.array(z.union([completeResult, itemRefusal])),
  fail: z.array(z.union([failResult, itemRefusal])),
  tasks: z.array(leasedTask),
});

/** Task ids to act on. */
export const taskIds = z.strictObject({ ids: z.array(taskId).min(1).max(limits.batchItems) });

import { z } from 'zod';
import { pageOf, paging } from './list.js';
import { queueName, taskId, threadId, timestampOut } from './scalars.js';
import { nextStep, taskAttempt, taskError, taskSummary } from './task.js';

/** A member in a queue that the caller may not read. */
export const hiddenMember = z.object({ hidden: z.literal(true) });
/** A member of a thread, as far as the caller may read it. */
export const threadMember = z.union([taskSummary, hiddenMember]);
/** A member of a thread. */
export type ThreadMember = z.infer<typeof threadMember>;

const threadFields = {
  threadId: z.string(),
  queue: queueName
    .nullable()
    .meta({ description: 'The queue whose own thread this is; null for the installation.' }),
  size: z.int(),
  since: timestampOut.meta({ description: 'When its first member came: it has not been empty since.' }),
};

/** A thread in a list. */
export const threadSummary = z.object({
  ...threadFields,
  inProgress: threadMember.nullable(),
  head: threadMember.nullable(),
});
/** A thread in a list. */
export type ThreadSummary = z.infer<typeof threadSummary>;

/** What becomes of the member IN_PROGRESS if its attempt fails now, as its policy has it (R5, R6). */
export const failureForecast = z.union([
  z.object({
    outcome: z.literal('retrying'),
    attempt: z.int(),
    at: timestampOut.meta({ description: 'When the next attempt is due, at the latest.' }),
  }),
  z.object({ outcome: z.literal('dead') }),
]);
/** What becomes of the member IN_PROGRESS if its attempt fails now. */
export type FailureForecast = z.infer<typeof failureForecast>;

/** A thread: who runs, who runs next and when (R1, R2). */
export const thread = z.object({
  ...threadSummary.shape,
  next: nextStep,
  ifItFails: failureForecast
    .optional()
    .meta({ description: 'Only while a member that the caller may read is IN_PROGRESS.' }),
  deadCount: z.int(),
});
/** A thread. */
export type Thread = z.infer<typeof thread>;

/** Which threads to list: `oldest` by the time they have existed, `size` by members. */
export const threadQuery = z.strictObject({
  queue: queueName.optional(),
  prefix: threadId.optional(),
  threadId: threadId.optional(),
  sort: z.enum(['oldest', 'size']).default('oldest'),
  ...paging,
});
/** Which threads to list. */
export type ThreadQuery = z.output<typeof threadQuery>;

/** The queue whose own threads are meant, where it has such. */
export const threadScopeQuery = z.strictObject({ queue: queueName.optional() });
/** A thread's line, by path. */
export const memberQuery = z.strictObject({ queue: queueName.optional(), ...paging });
/** A thread's line, by query: also for ids that no path can carry. */
export const memberByThreadQuery = z.strictObject({ threadId, queue: queueName.optional(), ...paging });
/** A thread's line. */
export type MemberByThreadQuery = z.output<typeof memberByThreadQuery>;

/** A run of a thread: one attempt of one of its tasks, with the queue that the task is in. */
export const threadRun = z.object({
  ...taskAttempt.shape,
  taskId,
  queue: queueName,
  error: taskError.omit({ stack: true }).optional(),
});
/** A run of a thread. */
export type ThreadRun = z.infer<typeof threadRun>;

/**
 * A page of a thread's history. A page looks at a bounded number of completed tasks: it may be short, or empty, and
 * go on all the same.
 */
export const threadHistory = z.object({
  ...pageOf(threadRun).shape,
  lookedBackTo: timestampOut
    .nullable()
    .meta({ description: 'How far back this page looked; null: to the first run that is kept.' }),
});
/** A page of a thread's history. */
export type ThreadHistory = z.infer<typeof threadHistory>;

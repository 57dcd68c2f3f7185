import { z } from 'zod';
import { pageOf } from './list.js';
import { operationAction } from './operation.js';
import { queueName, taskId, timestampOut } from './scalars.js';

const count = z.int().min(0);

/** A dead task as a dry run shows it, in the order in which it would be restarted. */
export const previewedTask = z.object({
  id: taskId,
  queue: queueName,
  scheduledAt: timestampOut,
  diedAt: timestampOut,
});
/** A dead task as a dry run shows it. */
export type PreviewedTask = z.infer<typeof previewedTask>;

/**
 * A thread that an operation would touch. `tasks`: the first ten of its dead tasks in the order of their return;
 * `ahead` and `behind`: members that would run before and after them; `ranPast`: members that came after the first of
 * the dead, and have completed since it died. `ahead` and `behind` stop at 1,000.
 */
export const previewedThread = z.object({
  threadId: z.string(),
  /** The queue whose own thread it is; null for one of the whole installation. */
  queue: queueName.nullable(),
  count,
  tasks: z.array(previewedTask),
  inProgress: taskId.nullable(),
  ahead: count,
  behind: count,
  ranPast: count,
});
/** A thread that an operation would touch. */
export type PreviewedThread = z.infer<typeof previewedThread>;

/** Why a dead task would be left out: another operation, not ended yet, has it. */
export const ineligibility = z.object({ code: z.enum(['in_another_operation']), count });

/**
 * What an operation would do. `takenAt` is the database's time: as `filter.to` it keeps later deaths out of the real
 * run. `queues`: the eligible tasks by queue; those of a paused one would wait.
 */
export const operationPreview = z.object({
  action: operationAction,
  takenAt: timestampOut,
  total: count,
  eligible: count,
  notEligible: z.array(ineligibility),
  queues: z.array(z.object({ queue: queueName, count, paused: z.boolean() })),
  withoutThread: count,
  lookedBackTo: timestampOut.nullable().meta({
    description: 'How far back `ranPast` has looked; null where that is as far as it had to.',
  }),
  threads: pageOf(previewedThread),
});
/** What an operation would do. */
export type OperationPreview = z.infer<typeof operationPreview>;

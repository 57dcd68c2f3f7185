import { z } from 'zod';
import { jsonText } from './json-value.js';
import { limits } from './limits.js';
import { paging, timeSpan } from './list.js';
import { queueName, taskId, taskType, threadId, timestampIn, timestampOut } from './scalars.js';
import { taskError, taskSummary } from './task.js';

/** A dead task: why it died, and the group of tasks that died alike. */
export const deadTask = z.object({
  ...taskSummary.shape,
  diedAt: timestampOut,
  error: taskError.omit({ stack: true }),
  group: z.string(),
});
/** A dead task. */
export type DeadTask = z.infer<typeof deadTask>;

const group = z.string().regex(/^[0-9a-f]{16}$/, 'A group is 16 hexadecimal digits.');
const errorType = z.string().min(1).max(200);

/** Which dead tasks to list; `from` and `to` bound `diedAt`. */
export const deadTaskQuery = z.strictObject({
  queue: queueName.optional(),
  threadId: threadId.optional(),
  type: taskType.optional(),
  errorType: errorType.optional(),
  group: group.optional(),
  ...timeSpan,
  ...paging,
});
/** Which dead tasks to list. */
export type DeadTaskQuery = z.output<typeof deadTaskQuery>;

/** What operators say of a group; `regressed` by itself: resolved, and a task died in it since. */
export const deadTaskGroupStatus = z.enum(['open', 'resolved', 'regressed']);
/** What operators say of a group. */
export type DeadTaskGroupStatus = z.infer<typeof deadTaskGroupStatus>;

/** Dead tasks of a queue that died alike: one error type, normalised message and top frame. */
export const deadTaskGroup = z.object({
  group: z.string(),
  queue: queueName,
  errorType: z.string().nullable(),
  message: z.string().meta({ description: 'The message of the latest death, cut to 500 characters.' }),
  count: z.int().meta({ description: 'Tasks of the group in the DLQ now.' }),
  threads: z.int().meta({ description: 'Threads with such a task in the DLQ now.' }),
  firstSeenAt: timestampOut,
  lastSeenAt: timestampOut,
  sampleTaskId: taskId,
  deathsPerHour: z
    .array(z.int())
    .length(limits.groupHours)
    .meta({ description: 'Deaths in each of the last 24 hours of UTC, the current one last.' }),
  status: deadTaskGroupStatus,
  statusChangedAt: timestampOut.nullable(),
  note: z.string().nullable(),
});
/** Dead tasks of a queue that died alike. */
export type DeadTaskGroup = z.infer<typeof deadTaskGroup>;

/** A group's fingerprint in a path. */
export const byGroup = z.object({ group });

/** Says that a group is resolved, or open again; a note that is left out stays as it was. */
export const deadTaskGroupPatch = z.strictObject({
  status: deadTaskGroupStatus.exclude(['regressed']),
  note: z.string().max(limits.noteCharacters).nullable().optional(),
});
/** Says that a group is resolved, or open again. */
export type DeadTaskGroupPatch = z.output<typeof deadTaskGroupPatch>;

/** Which groups to list. */
export const deadTaskGroupQuery = z.strictObject({ queue: queueName.optional(), ...paging });
/** Which groups to list. */
export type DeadTaskGroupQuery = z.output<typeof deadTaskGroupQuery>;

/** Restarts dead tasks as new arrivals (R9); a new payload goes with a single id. */
export const restartRequest = z
  .strictObject({
    ids: z.array(taskId).min(1).max(limits.batchItems),
    scheduledAt: timestampIn.optional(),
    payload: z.unknown(),
  })
  .partial({ payload: true })
  .transform(({ payload, ...rest }, context) => {
    if (payload === undefined) return rest;
    const checked = jsonText(limits.payloadBytes, 'payload').safeParse(payload);
    if (checked.success) return { ...rest, payload: checked.data };
    for (const issue of checked.error.issues) {
      context.issues.push({
        code: 'custom',
        input: undefined,
        message: issue.message,
        path: ['payload', ...issue.path],
        ...(issue.code === 'custom' ? { params: issue.params } : {}),
      });
    }
    return z.NEVER;
  })
  .refine((request) => !('payload' in request) || request.ids.length === 1, {
    path: ['payload'],
    message: 'A new payload goes with one id only.',
  });
/** Restarts dead tasks. */
export type RestartRequest = z.output<typeof restartRequest>;

/** The restarted task's new id. */
export const restartResult = z.object({ id: taskId, status: z.literal('ok'), newId: taskId });
/** The restarted task's new id. */
export type RestartResult = z.infer<typeof restartResult>;

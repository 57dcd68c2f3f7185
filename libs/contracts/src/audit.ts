import { z } from 'zod';
import { paging, timeSpan } from './list.js';
import { decimalId, queueName, timestampOut } from './scalars.js';

/** What can be done that is worth remembering: every changing route names one of these. */
export const auditAction = z.enum([
  'queue.put',
  'queue.patch',
  'queue.pause',
  'queue.resume',
  'queue.delete',
  'task.enqueue',
  'task.reschedule',
  'task.delete',
  'task.dequeue',
  'task.exchange',
  'task.keepalive',
  'task.complete',
  'task.fail',
  'task.release',
  'dead-task.restart',
  'dead-task.delete',
  'dead-task-group.update',
  'operation.create',
  'operation.pause',
  'operation.resume',
  'operation.cancel',
  'operation.undo',
  'session.begin',
  'session.refuse',
  'session.end',
  'session.change-password',
  'api-key.create',
  'api-key.rotate',
  'api-key.delete',
  'operator.create',
  'operator.update',
  'operator.delete',
]);
/** What was done. */
export type AuditAction = z.infer<typeof auditAction>;

/** Who did it. An unknown user who failed to sign in has no id. */
export const auditActor = z.object({
  type: z.enum(['operator', 'api-key', 'system']),
  id: z.string().nullable(),
  name: z.string(),
});
/** Who did it. */
export type AuditActor = z.infer<typeof auditActor>;

/** What it was done to; the id is null where a call did it to several: they are named in `before` or `after`. */
export const auditTarget = z.object({
  type: z.enum(['queue', 'task', 'dead-task-group', 'operation', 'session', 'api-key', 'operator']),
  id: z.string().nullable(),
});
/** What it was done to. */
export type AuditTarget = z.infer<typeof auditTarget>;

/** One act: what was before and what is after it, in the words of its resource; never a payload or a secret. */
export const auditEntry = z.object({
  id: decimalId('An audit entry id'),
  at: timestampOut,
  actor: auditActor,
  action: auditAction,
  target: auditTarget,
  queue: queueName.nullable(),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** The `x-request-id` of the call; null for what the service did by itself. */
  requestId: z.string().nullable(),
  address: z.string().nullable(),
});
/** One act. */
export type AuditEntry = z.infer<typeof auditEntry>;

/** Which acts to list. */
export const auditQuery = z.strictObject({
  actor: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({
      description:
        '`operator:NAME`, `key:ID` or `system`; a name of an operator or an id of a key alone will do.',
      examples: ['operator:admin'],
    }),
  action: auditAction.optional(),
  target: z
    .string()
    .regex(/^[a-z-]{1,20}:.{1,100}$/su, 'A target is its type, a colon and its id, such as task:4812.')
    .optional()
    .meta({ description: 'A type, a colon and an id, such as `task:4812`.', examples: ['queue:orders'] }),
  ...timeSpan,
  ...paging,
});
/** Which acts to list. */
export type AuditQuery = z.output<typeof auditQuery>;

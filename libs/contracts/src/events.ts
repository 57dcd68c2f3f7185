import { z } from 'zod';
import { queueName } from './scalars.js';

/**
 * What a screen may have to read again: `queues` (made, configured, paused, deleted), `tasks` (and with them counts and
 * threads), `dead-tasks` (and their groups), `operations`.
 */
export const changeKind = z.enum(['queues', 'tasks', 'dead-tasks', 'operations']);
/** What a screen may have to read again. */
export type ChangeKind = z.infer<typeof changeKind>;

/** The data of a `change` event: what changed, never the rows. */
export const changeEvent = z.object({
  changes: z.array(
    z.object({
      kind: changeKind,
      queues: z
        .array(queueName)
        .nullable()
        .meta({ description: 'In which queues; null when they are more than 1,000.' }),
    }),
  ),
});
/** The data of a `change` event. */
export type ChangeEvent = z.infer<typeof changeEvent>;

/** The data of an `end` event, the last of a stream that the service closes. */
export const endEvent = z.object({ reason: z.enum(['unauthenticated', 'stopping', 'too-slow']) });
/** The data of an `end` event. */
export type EndEvent = z.infer<typeof endEvent>;

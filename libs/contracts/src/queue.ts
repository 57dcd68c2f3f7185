import { z } from 'zod';
import { limits } from './limits.js';
import { queueName, timestampOut, wholeNumber } from './scalars.js';

/** How long a failed attempt waits: each part has a default, so that `{ "type": "fixed", "initialMs": 0 }` is enough. */
export const backoff = z
  .strictObject({
    type: z.enum(['fixed', 'exponential']).default('exponential'),
    initialMs: wholeNumber(0, limits.backoffInitialMs).default(1_000),
    factor: z.number().min(1).max(limits.backoffFactor).default(2),
    maxMs: wholeNumber(0, limits.backoffMaxMs).optional(),
    jitter: z.number().min(0).max(1).default(0),
  })
  .transform((given) => ({ ...given, maxMs: given.maxMs ?? Math.max(3_600_000, given.initialMs) }))
  .refine((given) => given.maxMs >= given.initialMs, {
    path: ['maxMs'],
    message: '"maxMs" is at least "initialMs".',
  });

/** A backoff with every part present. */
export type Backoff = z.output<typeof backoff>;

const deadLetter = z
  .strictObject({
    mode: z.enum(['retain', 'forward', 'discard']).default('retain'),
    queue: queueName.optional(),
  })
  .refine((policy) => policy.mode !== 'forward' || policy.queue !== undefined, {
    path: ['queue'],
    message: 'Forwarding needs "queue": the queue that receives dead tasks.',
  })
  .refine((policy) => policy.mode === 'forward' || policy.queue === undefined, {
    path: ['queue'],
    message: '"queue" goes with the mode "forward" only.',
  });

const retention = z.strictObject({
  completedMs: wholeNumber(0, limits.retentionMs).default(86_400_000),
  deadMs: wholeNumber(0, limits.retentionMs).default(30 * 86_400_000),
});

/** A queue's configuration; what is left out has its default. */
export const queueConfiguration = z.strictObject({
  maxAttempts: wholeNumber(1, limits.attempts).default(5),
  backoff: backoff.prefault({}),
  keepaliveTimeoutMs: wholeNumber(limits.keepaliveTimeoutMinimumMs, limits.keepaliveTimeoutMs).default(
    30_000,
  ),
  maxRunMs: z.union([z.literal(0), wholeNumber(1_000, limits.maxRunMs)]).default(0),
  deadLetter: deadLetter.prefault({}),
  retention: retention.prefault({}),
  dedupWindowMs: wholeNumber(0, limits.dedupWindowMs).default(600_000),
  ordering: z.enum(['scheduled', 'fair']).default('scheduled'),
  threadScope: z.enum(['installation', 'queue']).default('installation'),
  description: z.string().max(limits.descriptionCharacters).default(''),
});

/** A queue's configuration with every setting present. */
export type QueueConfiguration = z.output<typeof queueConfiguration>;

/** A part of a configuration: merged into what is there, nested settings too (RFC 7396), then checked as a whole. */
export const queuePatch = z
  .strictObject({
    maxAttempts: z.unknown(),
    backoff: z.record(z.string(), z.unknown()).optional(),
    keepaliveTimeoutMs: z.unknown(),
    maxRunMs: z.unknown(),
    deadLetter: z.record(z.string(), z.unknown()).optional(),
    retention: z.record(z.string(), z.unknown()).optional(),
    dedupWindowMs: z.unknown(),
    ordering: z.unknown(),
    threadScope: z.unknown(),
    description: z.unknown(),
  })
  .partial();

/** A part of a configuration. */
export type QueuePatch = z.output<typeof queuePatch>;

/** Tasks of a queue by situation; `ready` to `waiting` are the phases of ENQUEUED tasks. */
export const queueCounts = z.object({
  ready: z.int(),
  scheduled: z.int(),
  backoff: z.int(),
  waiting: z.int(),
  inProgress: z.int(),
  dead: z.int(),
  completed: z.int(),
});

/** Tasks of a queue by situation. */
export type QueueCounts = z.infer<typeof queueCounts>;

/** A queue as the API shows it. */
export const queue = z.object({
  name: queueName,
  ...z.object(queueConfiguration.shape).shape,
  paused: z.boolean(),
  pauseReason: z.string().nullable(),
  version: z.int(),
  createdAt: timestampOut,
  updatedAt: timestampOut,
  counts: queueCounts,
  oldestReadyAt: timestampOut.nullable(),
  countedAt: timestampOut,
});

/** A queue as the API shows it. */
export type Queue = z.output<typeof queue>;

/** Why a queue is held. */
export const pauseRequest = z
  .strictObject({ reason: z.string().max(limits.reasonCharacters).optional() })
  .default({});

import { z } from 'zod';
import { limits } from './limits.js';
import { apiKeyName, queueName, timestampIn, timestampOut, wholeNumber } from './scalars.js';

/** What a caller may do: `enqueue` produces, `work` consumes, `read` looks, `operate` intervenes, `admin` configures. */
export const permission = z.enum(['enqueue', 'work', 'read', 'operate', 'admin']);
/** What a caller may do. */
export type Permission = z.infer<typeof permission>;

/** A pattern of queue names: `*` stands for any run of characters. */
export const queuePattern = z
  .string()
  .regex(/^[A-Za-z0-9._*-]{1,100}$/, 'A queue pattern is a queue name in which * stands for any characters.');

/** The queues that a key or an operator covers. */
export const queuePatterns = z.array(queuePattern).min(1).max(limits.queuePatterns);

/** A new API key: verbs and the queues they cover. */
export const newApiKey = z.strictObject({
  name: apiKeyName,
  scopes: z.array(permission).min(1).max(permission.options.length),
  queues: queuePatterns.default(['*']),
  expiresAt: timestampIn.optional(),
});
/** A new API key. */
export type NewApiKey = z.output<typeof newApiKey>;

/** An API key as lists show it: never its secret. */
export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(permission),
  queues: z.array(z.string()),
  createdAt: timestampOut,
  expiresAt: timestampOut.nullable(),
  lastUsedAt: timestampOut.nullable(),
  /** When the secret before the last rotation ends; null when there is none any more. */
  previousSecretEndsAt: timestampOut.nullable(),
});
/** An API key without its secret. */
export type ApiKey = z.infer<typeof apiKey>;

/** A key just made: the only answer that shows it whole. */
export const createdApiKey = apiKey.extend({ key: z.string() });
/** A key just made. */
export type CreatedApiKey = z.infer<typeof createdApiKey>;

/** A new secret for a key; the old one goes on for a while, so that nobody who uses it is cut off. */
export const keyRotation = z
  .strictObject({
    overlapMs: wholeNumber(0, limits.keyOverlapMs).default(limits.keyOverlapMsByDefault).meta({
      description: 'How long the old secret still works; 0 ends every older one at once.',
    }),
  })
  .prefault({});

/** A worker seen in the last minutes. */
export const worker = z.object({
  workerId: z.string(),
  queues: z.array(queueName),
  leases: z.int(),
  lastCallAt: timestampOut,
});
/** A worker seen in the last minutes. */
export type Worker = z.infer<typeof worker>;

/** Whether the service can do its work. */
export const health = z.object({
  status: z.enum(['ok', 'unavailable']),
  checks: z.record(z.string(), z.string()).optional(),
});

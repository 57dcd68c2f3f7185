import { z } from 'zod';
import { limits } from './limits.js';
import { queueName, timestampIn, timestampOut } from './scalars.js';

/** What a caller may do: `enqueue` produces, `work` consumes, `read` looks, `operate` intervenes, `admin` configures. */
export const permission = z.enum(['enqueue', 'work', 'read', 'operate', 'admin']);
/** What a caller may do. */
export type Permission = z.infer<typeof permission>;

/** A pattern of queue names: `*` stands for any run of characters. */
export const queuePattern = z
  .string()
  .regex(/^[A-Za-z0-9._*-]{1,100}$/, 'A queue pattern is a queue name in which * stands for any characters.');

/** A new API key: verbs and the queues they cover. */
export const newApiKey = z.strictObject({
  name: z.string().min(1).max(limits.labelCharacters),
  scopes: z.array(permission).min(1).max(permission.options.length),
  queues: z.array(queuePattern).min(1).max(limits.queuePatterns).default(['*']),
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
});
/** An API key without its secret. */
export type ApiKey = z.infer<typeof apiKey>;

/** A key just made: the only answer that shows it whole. */
export const createdApiKey = apiKey.extend({ key: z.string() });
/** A key just made. */
export type CreatedApiKey = z.infer<typeof createdApiKey>;

/** An operator's role: viewer reads, operator also intervenes, admin does everything. */
export const role = z.enum(['viewer', 'operator', 'admin']);
/** An operator's role. */
export type Role = z.infer<typeof role>;

/** Credentials of a local account. */
export const credentials = z.strictObject({
  username: z.string().min(1).max(limits.labelCharacters),
  password: z.string().min(1).max(1_000),
});
/** Credentials of a local account. */
export type Credentials = z.output<typeof credentials>;

/** Who is signed in. */
export const session = z.object({
  username: z.string(),
  role,
  permissions: z.array(permission),
  expiresAt: timestampOut,
});
/** Who is signed in. */
export type Session = z.infer<typeof session>;

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

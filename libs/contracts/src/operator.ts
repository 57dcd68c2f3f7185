import { z } from 'zod';
import { queuePatterns } from './administration.js';
import { limits } from './limits.js';
import { decimalId, timestampOut, username } from './scalars.js';

/** An operator's role: viewer reads, operator also intervenes, admin does everything. */
export const role = z.enum(['viewer', 'operator', 'admin']);
/** An operator's role. */
export type Role = z.infer<typeof role>;

/** Where an operator's identity comes from: an account of Spool's own, or OpenID Connect. */
export const operatorSource = z.enum(['local', 'oidc']);
/** Where an operator's identity comes from. */
export type OperatorSource = z.infer<typeof operatorSource>;

/** A password as an operator chooses it. */
export const newPassword = z
  .string()
  .min(
    limits.passwordCharactersAtLeast,
    `A password has at least ${limits.passwordCharactersAtLeast} characters.`,
  )
  .max(limits.passwordCharacters, `A password has at most ${limits.passwordCharacters} characters.`);

/** An operator's id. */
export const operatorId = decimalId('An operator id');

/** A new operator with a local account; without a password a random one is made. */
export const newOperator = z.strictObject({
  username,
  role,
  queues: queuePatterns.default(['*']),
  password: newPassword.optional(),
});
/** A new operator. */
export type NewOperator = z.output<typeof newOperator>;

/** What changes of an operator. */
export const operatorPatch = z
  .strictObject({
    role: role.optional(),
    queues: queuePatterns.optional(),
    enabled: z.boolean().optional(),
    password: newPassword.optional(),
  })
  .refine((patch) => Object.values(patch).some((value) => value !== undefined), {
    message: 'Send at least one of "role", "queues", "enabled" and "password".',
  });
/** What changes of an operator. */
export type OperatorPatch = z.output<typeof operatorPatch>;

/** An operator as lists show it: never its password. */
export const operator = z.object({
  id: operatorId,
  username: z.string(),
  role,
  queues: z.array(z.string()),
  source: operatorSource,
  enabled: z.boolean(),
  createdAt: timestampOut,
  lastSignedInAt: timestampOut.nullable(),
});
/** An operator without its password. */
export type Operator = z.infer<typeof operator>;

/** An operator just made; `password` where a random one was: the only answer that shows it. */
export const createdOperator = operator.extend({ password: z.string().optional() });
/** An operator just made. */
export type CreatedOperator = z.infer<typeof createdOperator>;

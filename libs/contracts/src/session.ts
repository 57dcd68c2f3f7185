import { z } from 'zod';
import { permission } from './administration.js';
import { limits } from './limits.js';
import { newPassword, operatorSource, role } from './operator.js';
import { timestampOut, username } from './scalars.js';

/** Credentials of a local account. */
export const credentials = z.strictObject({
  username,
  password: z.string().min(1).max(limits.passwordCharacters),
});
/** Credentials of a local account. */
export type Credentials = z.output<typeof credentials>;

/** Who is signed in. */
export const session = z.object({
  username: z.string(),
  role,
  permissions: z.array(permission),
  queues: z.array(z.string()),
  source: operatorSource,
  expiresAt: timestampOut,
});
/** Who is signed in. */
export type Session = z.infer<typeof session>;

/** A new password of one's own. */
export const passwordChange = z.strictObject({
  currentPassword: z.string().min(1).max(limits.passwordCharacters),
  newPassword,
});
/** A new password of one's own. */
export type PasswordChange = z.output<typeof passwordChange>;

/** Names a session; it opens nothing. */
export const sessionId = z.string().regex(/^[0-9a-f]{24}$/, 'A session id has 24 hexadecimal digits.');

/** One of one's own sessions. */
export const ownSession = z.object({
  id: sessionId,
  createdAt: timestampOut,
  lastUsedAt: timestampOut,
  expiresAt: timestampOut,
  /** From where it was begun. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** Whether this call was made with it. */
  current: z.boolean(),
});
/** One of one's own sessions. */
export type OwnSession = z.infer<typeof ownSession>;

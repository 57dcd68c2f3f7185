import type { routes } from '@spool/contracts';
import { permissionsOf } from '../platform/auth/roles.js';
import type { AnswerOf } from '../platform/serves.js';
import { isoTime } from '../platform/times.js';
import type { SessionRecord } from '../store/session-store.js';

/** A session as the API shows it. */
export type SessionAnswer = AnswerOf<typeof routes.getSession>;

/** Shows who is signed in and what they may do. */
export const sessionAnswer = ({ operator, expiresAtMs }: SessionRecord): SessionAnswer => ({
  username: operator.username,
  role: operator.role,
  permissions: permissionsOf(operator.role),
  queues: operator.queuePatterns,
  source: operator.isLocal ? 'local' : 'oidc',
  expiresAt: isoTime(expiresAtMs),
});

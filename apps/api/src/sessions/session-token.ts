import type { FastifyRequest } from 'fastify';
import { readSessionToken } from '../platform/auth/session-cookie.js';
import { SpoolError } from '../platform/spool-error.js';

/** The session's token. A caller with an API key has no session: a cookie beside the key does not count. Throws `forbidden`. */
export const tokenOf = (request: FastifyRequest): string => {
  const token = request.headers.authorization === undefined ? readSessionToken(request.headers.cookie) : null;
  if (token === null) throw new SpoolError('forbidden', 'An API key has no session: sign in to get one.');
  return token;
};

import type { FastifyRequest } from 'fastify';
import { isSecureOrigin } from '../platform/config/checks.js';
import { SpoolError } from '../platform/spool-error.js';

/**
 * Refuses a password that came over plain HTTP from beyond this machine. A browser that calls the service
 * `localhost` reached it through its own machine; HTTPS ends at a proxy, which must be trusted to say so.
 */
export const requireSecureTransport = (request: FastifyRequest): void => {
  if (isSecureOrigin(`${request.protocol}://${request.host}`)) return;
  throw new SpoolError(
    'forbidden',
    'Passwords are not taken over plain HTTP beyond this machine: put a proxy with HTTPS in front, ' +
      'set SPOOL_PUBLIC_URL to its https address and SPOOL_TRUSTED_PROXIES to the address it connects from.',
  );
};

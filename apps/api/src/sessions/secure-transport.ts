import type { FastifyRequest } from 'fastify';
import { SpoolError } from '../platform/spool-error.js';

const loopbackName = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])(:[0-9]+)?$/i;

/**
 * Refuses a password that came over plain HTTP from beyond this machine. A browser that calls the service
 * `localhost` reached it through its own machine; HTTPS ends at a proxy, which must be trusted to say so.
 */
export const requireSecureTransport = (request: FastifyRequest): void => {
  if (request.protocol === 'https' || loopbackName.test(request.host)) return;
  throw new SpoolError(
    'forbidden',
    'Passwords are not taken over plain HTTP beyond this machine: put a proxy with HTTPS in front, ' +
      'set SPOOL_PUBLIC_URL to its https address and SPOOL_TRUSTED_PROXIES to the address it connects from.',
  );
};

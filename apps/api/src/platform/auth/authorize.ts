import type { Route } from '@spool/contracts';
import { coversEveryQueue, coversQueue, type Caller } from '../caller.js';
import { queueNotFound, SpoolError } from '../spool-error.js';

const checkPermission = (route: Route, caller: Caller): void => {
  if (route.permission === 'public' || route.permission === 'signed-in') return;
  if (route.permission.some((permission) => caller.permissions.has(permission))) return;
  const needed = route.permission.map((permission) => `"${permission}"`).join(' or ');
  throw new SpoolError('forbidden', `This needs the permission ${needed}.`);
};

const queueOf = (params: unknown): string | undefined => {
  if (typeof params !== 'object' || params === null || !('queue' in params)) return undefined;
  return typeof params.queue === 'string' ? params.queue : undefined;
};

/**
 * Checks that a caller may use a route with these path parameters. Throws `forbidden` naming what is missing; a
 * queue that the caller does not cover does not exist for it, except that it may not create it either.
 */
export const authorize = (route: Route, caller: Caller, params: unknown): void => {
  checkPermission(route, caller);
  const queue = queueOf(params);
  if (queue === undefined || coversQueue(caller, queue)) return;
  if (route.method !== 'PUT') throw queueNotFound(queue);
  throw new SpoolError('forbidden', 'You do not cover queues of that name.');
};

/**
 * Checks that a caller covers every queue, as it must to manage keys and operators (it could make one for every queue)
 * and to read what everybody did. Throws `forbidden`.
 */
export const requireEveryQueue = (caller: Caller): void => {
  if (coversEveryQueue(caller)) return;
  throw new SpoolError('forbidden', 'This takes an administrator or a key that covers every queue ("*").');
};

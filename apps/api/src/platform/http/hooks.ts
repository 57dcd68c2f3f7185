import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { routes } from '@spool/contracts';
import type { AccessControl } from '../auth/access-control.js';
import { authorize } from '../auth/authorize.js';
import type { LastKnownCallers } from '../auth/last-known-callers.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Redaction } from '../redaction/redaction.js';
import type { Shutdown } from '../shutdown.js';
import { SpoolError, unavailable } from '../spool-error.js';
import './fastify-types.js';
import { logAnswer } from './answer-log.js';
import { loadClassOf, type LoadShedder } from './load-shedding.js';
import type { RateLimits } from './rate-limits.js';
import { renderJson } from './raw-json.js';
import type { UnknownRoutes } from './unknown-routes.js';

/** What the hooks of the HTTP server need. */
export interface HookParts {
  readonly access: AccessControl;
  readonly lastKnownCallers: LastKnownCallers;
  readonly load: LoadShedder;
  readonly rates: RateLimits;
  readonly redaction: Redaction;
  readonly metrics: Metrics;
  readonly shutdown: Shutdown;
  readonly unknownRoutes: UnknownRoutes;
  /** From when on an answer counts as slow. */
  readonly slowRequestMs: number;
}

/** Admits a request to the load, or refuses it; its share is given back when its answer is written or its client gone. */
const admit = (parts: HookParts, request: FastifyRequest, reply: FastifyReply): void => {
  reply.header('x-request-id', request.id);
  if (parts.shutdown.signal.aborted) {
    reply.header('connection', 'close');
    throw unavailable('This replica is stopping: try again.');
  }
  const route = request.routeOptions.config.spoolRoute;
  parts.rates.admitAddress(request.ip, route);
  const share = parts.load.admit(loadClassOf(route));
  request.load = share;
  reply.raw.once('close', () => share.end());
};

/** Credentials come before the body is read: a stranger's bytes are never parsed. */
const checkAccess = async (parts: HookParts, request: FastifyRequest): Promise<void> => {
  const route = request.routeOptions.config.spoolRoute;
  if (route === undefined)
    throw new SpoolError('forbidden', 'This route names no permission, so nobody has it.');
  if (route.permission === 'public') return;
  const isScrape = route.path === routes.metrics.path;
  request.caller = await (isScrape ? parts.lastKnownCallers : parts.access).authenticate(request);
  parts.rates.admitCaller(request.caller, route);
  authorize(route, request.caller, request.params);
};

const noteAnswer = (parts: HookParts, request: FastifyRequest, reply: FastifyReply): void => {
  const route = request.routeOptions.config.spoolRoute?.path ?? 'other';
  const status = String(reply.statusCode);
  parts.metrics.requestAnswered({ method: request.method, route, status }, reply.elapsedTime / 1_000);
  logAnswer(request, reply, parts.slowRequestMs);
};

/** No route without a permission is ever registered, so none can be reached. */
const requirePermission = (options: RouteOptions): void => {
  if (options.config?.spoolRoute !== undefined) return;
  throw new Error(`${String(options.method)} ${options.url} names no permission: serve it with @Serves.`);
};

/** What every request passes on its way in and out. */
export const useHooks = (server: FastifyInstance, parts: HookParts): void => {
  server.decorateRequest('caller', null);
  server.decorateRequest('load', null);
  const redact = (text: string): string => parts.redaction.redact(text);
  server.setReplySerializer((answer: unknown) => renderJson(answer, redact));
  server.addHook('onRoute', requirePermission);
  server.addHook('onRequest', async (request, reply) => {
    admit(parts, request, reply);
    if (!request.is404) {
      await checkAccess(parts, request);
      return undefined;
    }
    await parts.unknownRoutes.answer(request, reply);
    return reply;
  });
  server.addHook('onSend', async (request, reply) => {
    if (request.caller !== null && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    if (parts.shutdown.leaving.aborted) reply.header('connection', 'close');
  });
  server.addHook('onResponse', async (request, reply) => noteAnswer(parts, request, reply));
};

import { routes } from '@spool/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import './fastify-types.js';

/** Calls that wait for something on purpose. */
const waitingPaths: ReadonlySet<string> = new Set([
  routes.dequeue.path,
  routes.exchange.path,
  routes.streamEvents.path,
]);

/** The path alone: a query may carry what nobody else is to read, such as the code of a sign-in. */
const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? '';

const forbidden = 403;

const lineOf = (isSlow: boolean, status: number): readonly ['debug' | 'info' | 'warn', string] => {
  if (isSlow) return ['warn', 'A slow request was answered'];
  if (status === forbidden) return ['info', 'A call whose caller lacks the right was answered'];
  return ['debug', 'Answered'];
};

/** Writes a line for an answered request: a warning for a slow one, for everybody where a right was missing, else for debugging. */
export const logAnswer = (request: FastifyRequest, reply: FastifyReply, slowMs: number): void => {
  const ms = Math.round(reply.elapsedTime);
  const route = request.routeOptions.config.spoolRoute?.path ?? null;
  const isSlow = ms >= slowMs && !(route !== null && waitingPaths.has(route));
  const [level, text] = lineOf(isSlow, reply.statusCode);
  const traceId = request.span?.context.traceId;
  const fields = {
    method: request.method,
    path: pathOf(request),
    route,
    status: reply.statusCode,
    ms,
    caller: request.caller?.name ?? null,
    ...(traceId === undefined ? {} : { traceId }),
  };
  request.log[level](fields, text);
};

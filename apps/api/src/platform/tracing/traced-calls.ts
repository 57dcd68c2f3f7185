import { routes, type Route } from '@spool/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import '../http/fastify-types.js';
import { inTraces } from './trace-scope.js';
import type { TracedCall, TracedTasks, Tracing } from './tracing.js';

/** The calls of producers and workers that are told. Keepalives are not: there are too many, and they move nothing. */
const tracedRoutes = new Map<Route, Pick<TracedCall, 'operation' | 'name'>>([
  [routes.enqueueTask, { operation: 'send', name: 'enqueue' }],
  [routes.enqueueBatch, { operation: 'send', name: 'enqueue' }],
  [routes.dequeue, { operation: 'receive', name: 'dequeue' }],
  [routes.exchange, { operation: 'receive', name: 'exchange' }],
  [routes.completeTasks, { operation: 'settle', name: 'complete' }],
  [routes.completeTask, { operation: 'settle', name: 'complete' }],
  [routes.failTasks, { operation: 'settle', name: 'fail' }],
  [routes.failTask, { operation: 'settle', name: 'fail' }],
  [routes.releaseTasks, { operation: 'settle', name: 'release' }],
  [routes.releaseTask, { operation: 'settle', name: 'release' }],
]);

/** What of a request or an answer tells of a task: the contract has checked or made it. */
interface MentionedTask {
  readonly id?: string;
  readonly threadId?: string | null;
  readonly traceparent?: string;
}
interface Mentioning extends MentionedTask {
  readonly tasks?: readonly MentionedTask[];
  readonly results?: readonly MentionedTask[];
}

const mentionedIn = (value: unknown): readonly MentionedTask[] => {
  if (typeof value !== 'object' || value === null) return [];
  const mentioning = value as Mentioning;
  return mentioning.tasks ?? mentioning.results ?? [mentioning];
};

const textsOf = (tasks: readonly MentionedTask[], name: 'id' | 'traceparent'): string[] =>
  tasks.flatMap((task) => task[name] ?? []);

const tasksOf = (request: FastifyRequest, answer: unknown): TracedTasks => {
  const answered = mentionedIn(answer);
  return {
    ids: textsOf(answered, 'id'),
    threadId: answered[0]?.threadId ?? null,
    traceparents: [...textsOf(answered, 'traceparent'), ...textsOf(mentionedIn(request.body), 'traceparent')],
  };
};

const queueOf = (params: unknown): string | null => {
  const queue: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'queue') : null;
  return typeof queue === 'string' ? queue : null;
};

const callOf = (request: FastifyRequest, reply: FastifyReply): TracedCall | null => {
  const route = request.routeOptions.config.spoolRoute;
  const traced = route === undefined ? undefined : tracedRoutes.get(route);
  if (traced === undefined) return null;
  const { traceparent } = request.headers;
  return {
    ...traced,
    queue: queueOf(request.params),
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    startedAtMs: Date.now() - reply.elapsedTime,
  };
};

/** Gives each call of a producer or a worker a span, in which its transactions are. */
export const traceCalls = (server: FastifyInstance, tracing: Tracing): void => {
  server.decorateRequest('span', null);
  if (!tracing.isOn) return;
  // Once the body is there: reading it does not keep the scope.
  server.addHook('preHandler', (request, reply, done) => {
    const call = callOf(request, reply);
    if (call === null) return done();
    request.span = tracing.beginCall(call);
    return inTraces([request.span.context], done);
  });
  server.addHook('preSerialization', async (request, reply, answer) => {
    if (reply.statusCode < 400) request.span?.note(tasksOf(request, answer));
    return answer;
  });
  server.addHook('onResponse', async (request, reply) => request.span?.end(reply.statusCode));
};

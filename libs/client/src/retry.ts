import { routes, type Route } from '@spool/contracts';
import { SpoolConnectionError, SpoolProblem } from './errors.js';
import { jitteredDelayMs } from './jittered-delay.js';

/** How calls that are safe to repeat are repeated. Whatever it says, a call ends at its timeout. */
export interface RetryOptions {
  /** How often a call is repeated at most; default 4. */
  readonly retries?: number;
  /** The first delay, in milliseconds; each further one is doubled; default 100. */
  readonly initialDelayMs?: number;
  /** The longest delay, in milliseconds, unless the server asks for more; default 5,000. */
  readonly maxDelayMs?: number;
}

/** Decides how long to wait before a failed call is made again; null when it is not. */
export type RetryPolicy = (call: RepeatableCall, failures: number, error: unknown) => number | null;

/** What decides whether a call may be made twice. */
export interface RepeatableCall {
  readonly route: Route;
  readonly body: unknown;
}

/** A lease token settles once and a dead task restarts once, however often they are sent (R9, R12). */
const idempotentRoutes = new Set<Route>([
  routes.keepaliveTask,
  routes.keepaliveTasks,
  routes.completeTask,
  routes.completeTasks,
  routes.failTask,
  routes.failTasks,
  routes.releaseTask,
  routes.releaseTasks,
  routes.restartDeadTasks,
]);

const hasDedupKey = (task: unknown): boolean =>
  typeof task === 'object' && task !== null && 'dedupKey' in task && typeof task.dedupKey === 'string';

const enqueuedTasks = (body: unknown): unknown[] =>
  typeof body === 'object' && body !== null && 'tasks' in body && Array.isArray(body.tasks) ? body.tasks : [];

/** Whether a call may be made again when nobody knows whether it took effect. A call that takes tasks never may. */
const isSafeToRepeat = ({ route, body }: RepeatableCall): boolean => {
  if (route.method === 'GET' || idempotentRoutes.has(route)) return true;
  if (route === routes.enqueueTask) return hasDedupKey(body);
  return route === routes.enqueueBatch && enqueuedTasks(body).every(hasDedupKey);
};

const passingStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Whether an error may pass by itself: no connection, or an answer that says "later". */
export const mayPass = (error: unknown): boolean =>
  error instanceof SpoolConnectionError ||
  (error instanceof SpoolProblem && passingStatuses.has(error.status));

/** The policy of a client. */
export const retryPolicyOf = (
  options: RetryOptions | false | undefined,
  random: () => number = Math.random,
): RetryPolicy => {
  if (options === false) return () => null;
  const { retries = 4, initialDelayMs = 100, maxDelayMs = 5_000 } = options ?? {};
  return (call, failures, error) => {
    if (failures > retries || !mayPass(error) || !isSafeToRepeat(call)) return null;
    const askedMs = error instanceof SpoolProblem ? error.retryAfterMs : null;
    return jitteredDelayMs(
      failures,
      { initialMs: initialDelayMs, maxMs: maxDelayMs },
      { random: random(), askedMs },
    );
  };
};

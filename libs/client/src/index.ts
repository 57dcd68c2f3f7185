export type { ApiKeys, Health, Workers } from './administration.js';
export type { DeadTasks } from './dead-tasks.js';
export {
  SpoolConnectionError,
  SpoolProblem,
  SpoolTimeoutError,
  type ProblemDescription,
  type SpoolProblemCode,
} from './errors.js';
export type { Events, SpoolEvent } from './events.js';
export type { Operations } from './operations.js';
export type { Audit, Operators } from './operators.js';
export type { PutCondition, Queues } from './queues.js';
export type { AnswerOf, BodyOf, QueryInput, QueryOf } from './route-types.js';
export type { RetryOptions } from './retry.js';
export type { CurrentSession, Sessions } from './sessions.js';
export { SpoolClient } from './spool-client.js';
export type { Statistics } from './statistics.js';
export type { Tasks } from './tasks.js';
export type { Threads, ThreadView } from './threads.js';
export type { CallOptions, SpoolClientOptions } from './transport.js';
export type { Handler, Handlers, HandlersByType, TimedHandler } from './worker/handlers.js';
export {
  HandlerTimeoutError,
  LeaseLostError,
  NonRetryableError,
  RetryAfterError,
  WorkerStoppedError,
  type LeaseLoss,
} from './worker/task-errors.js';
export type { WorkerActivity, WorkerEvents, WorkerMetric } from './worker/worker-events.js';
export type { AroundRun, WorkerBehaviour, WorkerConnection, WorkerOptions } from './worker/worker-options.js';
export type { WorkerTask } from './worker/worker-task.js';
export { Worker, type StopOptions, type WorkerCounts } from './worker/worker.js';

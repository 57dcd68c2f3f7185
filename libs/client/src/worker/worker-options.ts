import { limits } from '@spool/contracts';
import { SpoolClient } from '../spool-client.js';
import { handlerChoiceOf, type HandlerChoice, type Handlers } from './handlers.js';
import type { WorkerMetric } from './worker-events.js';
import type { WorkerTask } from './worker-task.js';

/** How a worker reaches Spool: through a client, or at an address with a key that has the scope `work`. */
export type WorkerConnection =
  { readonly client: SpoolClient } | { readonly url: string; readonly apiKey?: string | undefined };

/** What a worker does. */
export interface WorkerBehaviour {
  /** The queue that it takes from; another queue is another worker's. */
  readonly queue: string;
  /** A handler for every task, or one for each type. */
  readonly handlers: Handlers;
  /** How many tasks run at once; default 10. */
  readonly concurrency?: number;
  /**
   * How many more it may have in hand; default `concurrency`. Used only as far as they would begin within a tenth of a
   * second, going by how long handlers take.
   */
  readonly prefetch?: number;
  /** How a handler that names no time limit is limited, in milliseconds; default: not. */
  readonly timeoutMs?: number;
  /**
   * How long a lease lasts without a keepalive, in milliseconds; default: what the queue says, read at the start, or
   * 30,000 with a key that may not read it.
   */
  readonly keepaliveTimeoutMs?: number;
  /** How long one call waits for tasks, in milliseconds, 1,000 to 30,000; default 20,000. */
  readonly waitMs?: number;
  /** Its name in Spool, unlike every other's; default: made of the process id and chance. */
  readonly workerId?: string;
  /** Gets every measurement. */
  readonly onMetric?: (metric: WorkerMetric) => void;
  /**
   * Runs every handler: what is awaited around `run`, such as a span of a trace, is around the handler. What it throws
   * fails the attempt.
   */
  readonly onRun?: AroundRun;
}

/** Calls `run` once, and returns what it came to. */
export type AroundRun = (task: WorkerTask, run: () => Promise<unknown>) => Promise<unknown>;

/** What a worker is made of. */
export type WorkerOptions = WorkerConnection & WorkerBehaviour;

/** The options, checked and complete. */
export interface WorkerSettings {
  readonly client: SpoolClient;
  readonly queue: string;
  readonly workerId: string;
  readonly concurrency: number;
  readonly prefetch: number;
  readonly waitMs: number;
  /** Null: the queue's own. */
  readonly keepaliveTimeoutMs: number | null;
  readonly chooseHandler: HandlerChoice;
  readonly onMetric: (metric: WorkerMetric) => void;
  readonly onRun: AroundRun;
}

/** Shorter waits would be mere knocking. */
const leastWaitMs = 1_000;
const tasksAtMost = 10_000;
const longestTimerMs = 2 ** 31 - 1;

const wholeNumber = (name: string, value: number, [least, most]: readonly [number, number]): number => {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`"${name}" is a whole number from ${least} to ${most}, not ${value}.`);
};

const ownName = (): string => `worker-${process.pid}-${globalThis.crypto.randomUUID().slice(0, 8)}`;

const clientOf = (connection: WorkerConnection): SpoolClient =>
  'client' in connection ? connection.client : new SpoolClient(connection);

const choiceWithLimit = (handlers: Handlers, timeoutMs: number | undefined): HandlerChoice => {
  const choose = handlerChoiceOf(handlers);
  if (timeoutMs === undefined) return choose;
  const limit = wholeNumber('timeoutMs', timeoutMs, [1, longestTimerMs]);
  return (type) => {
    const chosen = choose(type);
    return chosen === null ? null : { timeoutMs: limit, ...chosen };
  };
};

/** Checks and completes a worker's options. Throws a RangeError for a number out of range. */
export const workerSettingsOf = (options: WorkerOptions): WorkerSettings => {
  const { concurrency = 10, keepaliveTimeoutMs, waitMs = 20_000 } = options;
  return {
    client: clientOf(options),
    queue: options.queue,
    workerId: options.workerId ?? ownName(),
    concurrency: wholeNumber('concurrency', concurrency, [1, tasksAtMost]),
    prefetch: wholeNumber('prefetch', options.prefetch ?? concurrency, [0, tasksAtMost]),
    waitMs: wholeNumber('waitMs', waitMs, [leastWaitMs, limits.waitMs]),
    keepaliveTimeoutMs:
      keepaliveTimeoutMs === undefined
        ? null
        : wholeNumber('keepaliveTimeoutMs', keepaliveTimeoutMs, [
            limits.keepaliveTimeoutMinimumMs,
            limits.keepaliveTimeoutMs,
          ]),
    chooseHandler: choiceWithLimit(options.handlers, options.timeoutMs),
    onMetric: options.onMetric ?? (() => undefined),
    onRun: options.onRun ?? ((_task, run) => run()),
  };
};

import type { WorkerTask } from './worker-task.js';

/**
 * Does a task's work. What it returns is the task's result; what it throws fails the attempt. Runs at least once:
 * give `task.leaseToken` to what it writes to, so that a run that lost its lease is refused there.
 */
export type Handler = (task: WorkerTask) => unknown;

/** A handler with a time limit of its own, in milliseconds. */
export interface TimedHandler {
  readonly handle: Handler;
  readonly timeoutMs?: number;
}

/** Handlers by task type; `*` takes every type that has none, and tasks without a type. */
export type HandlersByType = Readonly<Record<string, Handler | TimedHandler>>;

/** A handler for every task, or handlers by type. */
export type Handlers = Handler | HandlersByType;

/** The error of a task whose type has no handler here. It is retried like any other: a newer worker may have one. */
export class NoHandlerError extends Error {
  override readonly name: string = 'NO_HANDLER';

  constructor(type: string | null) {
    super(
      type === null
        ? 'This worker has no handler for tasks without a type.'
        : `This worker has no handler for the type "${type}".`,
    );
  }
}

const timed = (handler: Handler | TimedHandler): TimedHandler =>
  typeof handler === 'function' ? { handle: handler } : handler;

/** Finds the handler of a task's type; null when there is none. */
export type HandlerChoice = (type: string | null) => TimedHandler | null;

/** Reads the handlers once. */
export const handlerChoiceOf = (handlers: Handlers): HandlerChoice => {
  if (typeof handlers === 'function') {
    const only = timed(handlers);
    return () => only;
  }
  const byType = new Map(Object.entries(handlers).map(([type, handler]) => [type, timed(handler)]));
  return (type) => (type === null ? undefined : byType.get(type)) ?? byType.get('*') ?? null;
};

import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/**
 * Tasks, as producers, operators and workers see them. A `…Batch` call takes up to 1,000 items and answers one
 * result an item in request order; its single form rejects where the batch has a refused item.
 */
export class Tasks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Enqueues a task; `deduplicated` marks the first task of a repeated `dedupKey`. */
  enqueue(queue: string, task: BodyOf<typeof routes.enqueueTask>, options?: CallOptions) {
    return this.#transport.call(routes.enqueueTask, { params: { queue }, body: task }, options);
  }

  /** Enqueues up to 1,000 tasks, all or nothing; answered in request order. */
  enqueueBatch(queue: string, tasks: BodyOf<typeof routes.enqueueBatch>['tasks'], options?: CallOptions) {
    return this.#transport.call(routes.enqueueBatch, { params: { queue }, body: { tasks } }, options);
  }

  /** Lists tasks, newest first, without payloads. */
  list(query: QueryOf<typeof routes.listTasks> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listTasks, { query }, options);
  }

  /** A task wherever it is, with its history; `task_not_found` once deleted or past its retention. */
  get(id: string, options?: CallOptions) {
    return this.#transport.call(routes.getTask, { params: { id } }, options);
  }

  /** Why a task is not running: codes, from the nearest cause to the root. */
  explain(id: string, options?: CallOptions) {
    return this.#transport.call(routes.explainTask, { params: { id } }, options);
  }

  /** Gives an ENQUEUED task another time (R3); otherwise `task_not_enqueued`. */
  reschedule(id: string, scheduledAt: string, options?: CallOptions) {
    return this.#transport.call(routes.rescheduleTask, { params: { id }, body: { scheduledAt } }, options);
  }

  /** Deletes a task in any state and promotes the next of its thread (R8). */
  delete(id: string, options?: CallOptions) {
    return this.#transport.call(routes.deleteTask, { params: { id } }, options);
  }

  /** Deletes tasks in any state (R8). */
  deleteBatch(ids: readonly string[], options?: CallOptions) {
    return this.#transport.call(routes.deleteTasks, { body: { ids: [...ids] } }, options);
  }

  /** Takes tasks (R2), waiting up to `waitMs` for them; the call's timeout begins after that wait. */
  dequeue(queue: string, request: BodyOf<typeof routes.dequeue>, options: CallOptions = {}) {
    const timeoutMs = this.#transport.timeoutAfterWaiting(request.waitMs ?? 0, options);
    return this.#transport.call(
      routes.dequeue,
      { params: { queue }, body: request },
      { ...options, timeoutMs },
    );
  }

  /** Settles tasks and takes the next ones in one transaction; it waits only if it did neither. */
  exchange(queue: string, request: BodyOf<typeof routes.exchange>, options: CallOptions = {}) {
    const timeoutMs = this.#transport.timeoutAfterWaiting(request.dequeue?.waitMs ?? 0, options);
    return this.#transport.call(
      routes.exchange,
      { params: { queue }, body: request },
      { ...options, timeoutMs },
    );
  }

  /** Prolongs one lease (R12). */
  keepalive(id: string, lease: BodyOf<typeof routes.keepaliveTask>, options?: CallOptions) {
    return this.#transport.call(routes.keepaliveTask, { params: { id }, body: lease }, options);
  }

  /** Prolongs leases (R12). */
  keepaliveBatch(items: BodyOf<typeof routes.keepaliveTasks>['items'], options?: CallOptions) {
    return this.#transport.call(routes.keepaliveTasks, { body: { items } }, options);
  }

  /** Settles one task as done (R12). */
  complete(id: string, lease: BodyOf<typeof routes.completeTask>, options?: CallOptions) {
    return this.#transport.call(routes.completeTask, { params: { id }, body: lease }, options);
  }

  /** Settles tasks as done (R12). */
  completeBatch(items: BodyOf<typeof routes.completeTasks>['items'], options?: CallOptions) {
    return this.#transport.call(routes.completeTasks, { body: { items } }, options);
  }

  /** Settles one attempt as failed: retried (R5), or dead (R6). */
  fail(id: string, lease: BodyOf<typeof routes.failTask>, options?: CallOptions) {
    return this.#transport.call(routes.failTask, { params: { id }, body: lease }, options);
  }

  /** Settles attempts as failed (R5, R6). */
  failBatch(items: BodyOf<typeof routes.failTasks>['items'], options?: CallOptions) {
    return this.#transport.call(routes.failTasks, { body: { items } }, options);
  }

  /** Hands one task back; the attempt is not counted (R11). */
  release(id: string, lease: BodyOf<typeof routes.releaseTask>, options?: CallOptions) {
    return this.#transport.call(routes.releaseTask, { params: { id }, body: lease }, options);
  }

  /** Hands tasks back; the attempts are not counted (R11). */
  releaseBatch(items: BodyOf<typeof routes.releaseTasks>['items'], options?: CallOptions) {
    return this.#transport.call(routes.releaseTasks, { body: { items } }, options);
  }
}

import { routes, type Operation, type OperationPreview } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** What to do to which dead tasks; whether it is a dry run is said by the method that is called. */
export type OperationOrder = Omit<BodyOf<typeof routes.createOperation>, 'dryRun'>;

/** Durable bulk restarts and deletions of dead tasks. */
export class Operations {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Begins an operation over all dead tasks that the filter names now; it goes on without its caller. */
  async create(order: OperationOrder, options?: CallOptions): Promise<Operation> {
    const answer = await this.#transport.call(routes.createOperation, { body: order }, options);
    if ('threads' in answer) throw new Error('The server took an operation for a dry run.');
    return answer;
  }

  /** What an operation would do, and a page of the threads that it would touch. Changes nothing. */
  async preview(
    order: OperationOrder,
    query: QueryOf<typeof routes.createOperation> = {},
    options?: CallOptions,
  ): Promise<OperationPreview> {
    const body = { ...order, dryRun: true };
    const answer = await this.#transport.call(routes.createOperation, { query, body }, options);
    if (!('threads' in answer)) throw new Error('The server took a dry run for an operation.');
    return answer;
  }

  /** Lists operations, newest first. */
  list(query: QueryOf<typeof routes.listOperations> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listOperations, { query }, options);
  }

  /** An operation, its progress and what went wrong. */
  get(id: string, options?: CallOptions) {
    return this.#transport.call(routes.getOperation, { params: { id } }, options);
  }

  /** What became of each task of an operation, in their turn. */
  tasks(id: string, query: QueryOf<typeof routes.listOperationTasks> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listOperationTasks, { params: { id }, query }, options);
  }

  /** Holds an operation on every replica from the answer on. */
  pause(id: string, options?: CallOptions) {
    return this.#transport.call(routes.pauseOperation, { params: { id }, body: {} }, options);
  }

  /** Lets an operation go on, past its canary too. */
  resume(id: string, options?: CallOptions) {
    return this.#transport.call(routes.resumeOperation, { params: { id }, body: {} }, options);
  }

  /** Ends an operation; what is done stays done. */
  cancel(id: string, options?: CallOptions) {
    return this.#transport.call(routes.cancelOperation, { params: { id }, body: {} }, options);
  }

  /** Ends a restart, and returns what has not started to the DLQ. */
  undo(id: string, options?: CallOptions) {
    return this.#transport.call(routes.undoOperation, { params: { id }, body: {} }, options);
  }
}

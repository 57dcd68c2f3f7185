import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** The DLQ. */
export class DeadTasks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists dead tasks, newest death first. */
  list(query: QueryOf<typeof routes.listDeadTasks> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listDeadTasks, { query }, options);
  }

  /** Dead tasks by what went wrong. */
  groups(query: QueryOf<typeof routes.listDeadTaskGroups> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listDeadTaskGroups, { query }, options);
  }

  /** Resolves a group, or opens it again; it regresses by itself when a task dies in it after that. */
  updateGroup(group: string, patch: BodyOf<typeof routes.updateDeadTaskGroup>, options?: CallOptions) {
    return this.#transport.call(routes.updateDeadTaskGroup, { params: { group }, body: patch }, options);
  }

  /** Restarts dead tasks as new arrivals (R9); one result an id, `newId` in each. */
  restart(request: BodyOf<typeof routes.restartDeadTasks>, options?: CallOptions) {
    return this.#transport.call(routes.restartDeadTasks, { body: request }, options);
  }

  /** Deletes dead tasks; one result an id. */
  delete(ids: readonly string[], options?: CallOptions) {
    return this.#transport.call(routes.deleteDeadTasks, { body: { ids: [...ids] } }, options);
  }
}

import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** Who may sign in to the console. */
export class Operators {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists operators by name. */
  list(query: QueryOf<typeof routes.listOperators> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listOperators, { query }, options);
  }

  /** Makes an operator; without a password a random one is made, which this answer alone shows. */
  create(operator: BodyOf<typeof routes.createOperator>, options?: CallOptions) {
    return this.#transport.call(routes.createOperator, { body: operator }, options);
  }

  /** An operator. */
  get(id: string, options?: CallOptions) {
    return this.#transport.call(routes.getOperator, { params: { id } }, options);
  }

  /** Changes role, queues, password, or bars the operator; its sessions end where it may do less than before. */
  update(id: string, patch: BodyOf<typeof routes.updateOperator>, options?: CallOptions) {
    return this.#transport.call(routes.updateOperator, { params: { id }, body: patch }, options);
  }

  /** Removes an operator and ends its sessions; `conflict` for the last enabled administrator. */
  delete(id: string, options?: CallOptions) {
    return this.#transport.call(routes.deleteOperator, { params: { id } }, options);
  }
}

/** Who did what. */
export class Audit {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists acts, newest first. */
  list(query: QueryOf<typeof routes.listAudit> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listAudit, { query }, options);
  }
}

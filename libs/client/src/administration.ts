import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** API keys of services. */
export class ApiKeys {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists keys, without their secrets. */
  list(query: QueryOf<typeof routes.listApiKeys> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listApiKeys, { query }, options);
  }

  /** Makes a key; this answer is the only one that shows it whole. */
  create(apiKey: BodyOf<typeof routes.createApiKey>, options?: CallOptions) {
    return this.#transport.call(routes.createApiKey, { body: apiKey }, options);
  }

  /** Gives a key another secret, which this answer alone shows; the old one works for `overlapMs` more. */
  rotate(id: string, rotation: BodyOf<typeof routes.rotateApiKey> = {}, options?: CallOptions) {
    return this.#transport.call(routes.rotateApiKey, { params: { id }, body: rotation }, options);
  }

  /** Revokes a key on every replica, within a second. */
  delete(id: string, options?: CallOptions) {
    return this.#transport.call(routes.deleteApiKey, { params: { id } }, options);
  }
}

/** Workers seen in the last minutes. */
export class Workers {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists workers: their queues, leases and last call. */
  list(query: QueryOf<typeof routes.listWorkers> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listWorkers, { query }, options);
  }
}

/** Whether the service can do its work. */
export class Health {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Whether the process runs. */
  live(options?: CallOptions) {
    return this.#transport.call(routes.live, {}, options);
  }

  /** Whether the database is reachable and its migrations are current; rejects with 503 otherwise. */
  ready(options?: CallOptions) {
    return this.#transport.call(routes.ready, {}, options);
  }
}

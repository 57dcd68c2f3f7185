import { routes } from '@spool/contracts';
import type { QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** Rates, latencies and depth over time. */
export class Statistics {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Of a queue, or of all that the caller sees; the last hour unless the query says otherwise. */
  get(query: QueryOf<typeof routes.getStatistics> = {}, options?: CallOptions) {
    return this.#transport.call(routes.getStatistics, { query }, options);
  }
}

import { routes } from '@spool/contracts';
import type { BodyOf, QueryOf } from './route-types.js';
import type { CallOptions, Transport } from './transport.js';

/** What must hold for {@link Queues.put} to act; otherwise it is refused with `precondition_failed`. */
export type PutCondition = { readonly onlyCreate: true } | { readonly onlyVersion: number };

const conditionHeaders = (condition: PutCondition | undefined): Record<string, string> => {
  if (condition === undefined) return {};
  return 'onlyCreate' in condition ? { 'if-none-match': '*' } : { 'if-match': `"${condition.onlyVersion}"` };
};

/** Queues: configuration, counts, pause. */
export class Queues {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Creates a queue, or replaces its configuration; what is left out gets its default. */
  put(
    queue: string,
    configuration: BodyOf<typeof routes.putQueue> = {},
    options: CallOptions & { readonly condition?: PutCondition } = {},
  ) {
    const { condition, ...rest } = options;
    const headers = { ...conditionHeaders(condition), ...rest.headers };
    return this.#transport.call(
      routes.putQueue,
      { params: { queue }, body: configuration },
      { ...rest, headers },
    );
  }

  /** Changes a part of a queue's configuration; nested settings are merged too. */
  patch(queue: string, part: BodyOf<typeof routes.patchQueue>, options?: CallOptions) {
    return this.#transport.call(routes.patchQueue, { params: { queue }, body: part }, options);
  }

  /** Lists queues with their counts, at most 5 s old. */
  list(query: QueryOf<typeof routes.listQueues> = {}, options?: CallOptions) {
    return this.#transport.call(routes.listQueues, { query }, options);
  }

  /** A queue with its counts. */
  get(queue: string, options?: CallOptions) {
    return this.#transport.call(routes.getQueue, { params: { queue } }, options);
  }

  /** Holds a queue on every replica from the answer on (R14). */
  pause(queue: string, request: BodyOf<typeof routes.pauseQueue> = {}, options?: CallOptions) {
    return this.#transport.call(routes.pauseQueue, { params: { queue }, body: request }, options);
  }

  /** Lets a queue hand out tasks again. */
  resume(queue: string, options?: CallOptions) {
    return this.#transport.call(routes.resumeQueue, { params: { queue }, body: {} }, options);
  }

  /** Deletes a queue that has neither live nor dead tasks; otherwise `queue_not_empty`. */
  delete(queue: string, options?: CallOptions) {
    return this.#transport.call(routes.deleteQueue, { params: { queue } }, options);
  }
}

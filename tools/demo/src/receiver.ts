import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** An order of a customer, as a webhook carries it. */
export interface Order {
  readonly customer: string;
  readonly order: number;
}

/** One delivery as the customer's side saw it, by its own clock. */
export interface Delivery extends Order {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly accepted: boolean;
}

/** The customers' side. */
export interface Receiver {
  readonly url: string;
  /** Everything that was delivered so far. */
  readonly deliveries: readonly Delivery[];
  /** From now on it accepts what it refused before. */
  repair(): void;
  close(): void;
}

const slowestMs = 25;
const failsOneIn = 40;

const readOrder = async (request: IncomingMessage): Promise<Order> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  // What arrives was written by this demo's own worker.
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Order;
};

/** Starts a receiver that takes its time, fails now and then, and refuses some orders until it is repaired. */
export const startReceiver = async (refusedOrders: ReadonlySet<number>): Promise<Receiver> => {
  const deliveries: Delivery[] = [];
  let isRepaired = false;

  const answer = async (request: IncomingMessage): Promise<number> => {
    const startedMs = performance.now();
    const { customer, order } = await readOrder(request);
    await pause(1 + Math.random() * slowestMs);
    const isRefused = refusedOrders.has(order) && !isRepaired;
    const accepted = !isRefused && Math.random() * failsOneIn >= 1;
    deliveries.push({ customer, order, startedMs, endedMs: performance.now(), accepted });
    if (accepted) return 204;
    return isRefused ? 422 : 503;
  };

  const server = createServer((request, response) => {
    void answer(request).then((status) => response.writeHead(status).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    deliveries,
    repair: () => {
      isRepaired = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

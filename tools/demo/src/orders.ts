import type { SpoolClient } from '@spool/client';
import type { Webhook } from './worker.js';

/** The demo's queue. */
export const queue = 'webhooks';
/** How many orders the demo delivers. */
export const orderCount = 5_000;
/** Of how many customers, each a thread. */
export const customerCount = 200;

const batchSize = 500;
const refusedOneIn = 250;
const attemptsOfRefused = 3;
const attempts = 20;

/** The orders that the receiver refuses until it is repaired. */
export const refusedOrders: ReadonlySet<number> = new Set(
  Array.from({ length: orderCount / refusedOneIn }, (_, index) => index * refusedOneIn + 7),
);

const taskOf = (order: number, run: string, url: string) => {
  const customer = `${run}-customer-${order % customerCount}`;
  const payload: Webhook = { url, body: { customer, order } };
  const maxAttempts = refusedOrders.has(order) ? attemptsOfRefused : attempts;
  return { type: 'order-webhook', threadId: customer, maxAttempts, payload };
};

/** Makes the queue and enqueues every order, threaded by customer; returns when the last of them arrived. */
export const enqueueOrders = async (
  client: SpoolClient,
  run: string,
  receiverUrl: string,
): Promise<string> => {
  await client.queues.put(queue, {
    backoff: { type: 'fixed', initialMs: 200 },
    description: 'The order webhooks of the demo',
  });
  for (let first = 0; first < orderCount; first += batchSize) {
    const orders = Array.from({ length: batchSize }, (_, index) => first + index);
    await client.tasks.enqueueBatch(
      queue,
      orders.map((order) => taskOf(order, run, receiverUrl)),
    );
  }
  const { countedAt } = await client.queues.get(queue);
  return countedAt;
};

/** The dead orders of this run, as the DLQ lists them. */
export const listDead = async (client: SpoolClient, run: string): Promise<string[]> => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.deadTasks.list({
      queue,
      limit: 200,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.items.filter(({ threadId }) => threadId?.startsWith(`${run}-`)).map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
};

/** Restarts dead tasks; returns when the first of them arrived anew. */
export const restart = async (client: SpoolClient, ids: string[]): Promise<string> => {
  const { results } = await client.deadTasks.restart({ ids });
  const [first] = results;
  if (first?.status !== 'ok') throw new Error('A dead order could not be restarted.');
  const { enqueuedAt } = await client.tasks.get(first.newId);
  return enqueuedAt;
};

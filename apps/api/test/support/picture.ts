import type { SpoolClient } from '@spool/client';
import { killOne } from './workload.js';

const failures = [
  { type: 'HTTP_503', message: 'The receiver answered 503 Service Unavailable' },
  { type: 'TimeoutError', message: 'No answer within 10,000 ms' },
  { type: 'HTTP_410', message: 'The receiver answered 410 Gone: this hook was removed by its owner' },
] as const;

const queues = [
  { name: 'orders', type: 'send-webhook' },
  { name: 'invoices', type: 'charge-card' },
  { name: 'emails', type: 'send-receipt' },
] as const;

/** How many tasks {@link fillForPicture} kills. */
export const picturedDeaths = 14;

/** Fills an installation with dead tasks that look like a bad morning. */
export const fillForPicture = async (client: SpoolClient): Promise<void> => {
  for (const { name } of queues) await client.queues.put(name, {});
  for (let number = 0; number < picturedDeaths; number += 1) {
    const queue = queues[number % 7 === 3 ? 1 : number % 5 === 4 ? 2 : 0];
    const error = failures[number % 4 === 1 ? 1 : number % 6 === 5 ? 2 : 0];
    const item = {
      payload: { order: 7_000 + number },
      type: queue.type,
      threadId: `customer-${40 + number * 3}`,
    };
    await killOne(client, queue.name, item, error);
  }
};

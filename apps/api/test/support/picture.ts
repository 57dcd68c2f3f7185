import type { SpoolClient } from '@spool/client';
import { enqueue, killOne, takeOne } from './workload.js';

const failureOf = (type: string, message: string) => ({
  type,
  message,
  stack: `${type}: ${message}\n    at deliver (webhook.ts:41:11)\n    at run (worker.ts:88:20)`,
});

const unavailable = failureOf('HTTP_503', 'The receiver answered 503 Service Unavailable');
const timeout = failureOf('TimeoutError', 'No answer within 10,000 ms');
const gone = failureOf('HTTP_410', 'The receiver answered 410 Gone: this hook was removed by its owner');

const queues = [
  { name: 'orders', type: 'send-webhook' },
  { name: 'invoices', type: 'charge-card' },
  { name: 'emails', type: 'send-receipt' },
] as const;

const picturedDeaths = 14;
const picturedBacklog = 60;
/** Threads with work in each queue. */
const picturedThreads = 3;
const hourMs = 3_600_000;
/** Longer than the tests that look at it take: what runs keeps running. */
const keepaliveTimeoutMs = 600_000;

const killSome = async (client: SpoolClient): Promise<void> => {
  for (let number = 0; number < picturedDeaths; number += 1) {
    const queue = queues[number % 7 === 3 ? 1 : number % 5 === 4 ? 2 : 0];
    const error = number % 4 === 1 ? timeout : number % 6 === 5 ? gone : unavailable;
    const payload = { order: 7_000 + number, total: 129.5, lines: [{ sku: 'A-1', count: 2 }], vip: false };
    await killOne(
      client,
      queue.name,
      { payload, type: queue.type, threadId: `customer-${40 + number * 3}` },
      error,
    );
  }
};

/** Work in every state: done, waiting for another attempt, running, waiting behind it, scheduled. */
const workSome = async (client: SpoolClient): Promise<void> => {
  for (const [index, { name, type }] of queues.entries()) {
    const firstCustomer = 101 + index * picturedThreads;
    await enqueue(client, name, { payload: null, type: 'clean-up' });
    const failed = await takeOne(client, name, `${name}-worker-2`);
    const retry = { error: timeout, retryAfterMs: hourMs };
    await client.tasks.fail(failed.id, { leaseToken: failed.leaseToken, ...retry });
    for (let number = 0; number < 8; number += 1) {
      const threadId = `customer-${firstCustomer + (number % picturedThreads)}`;
      await enqueue(client, name, { payload: { number }, type, threadId });
    }
    const done = await takeOne(client, name, `${name}-worker-1`);
    await client.tasks.complete(done.id, { leaseToken: done.leaseToken, result: { status: 204 } });
    await takeOne(client, name, `${name}-worker-1`);
    await enqueue(client, name, { payload: null, type: 'reminder', delayMs: hourMs });
  }
};

/** Fills an installation with what looks like a bad morning: dead tasks, a paused queue, a backlog that nobody serves. */
export const fillForPicture = async (client: SpoolClient): Promise<void> => {
  for (const { name } of queues) await client.queues.put(name, { keepaliveTimeoutMs });
  await client.queues.patch('orders', { description: 'Webhooks to shops, in order for each customer' });
  await killSome(client);
  await client.queues.put('exports', {});
  await client.queues.pause('exports', { reason: 'The warehouse is being moved' });
  await client.queues.put('thumbnails', {});
  const scheduledAt = new Date(Date.now() - hourMs / 3).toISOString();
  const images = Array.from({ length: picturedBacklog }, (_, image) => ({
    payload: { image },
    type: 'resize',
    scheduledAt,
  }));
  await client.tasks.enqueueBatch('thumbnails', images);
  await workSome(client);
};

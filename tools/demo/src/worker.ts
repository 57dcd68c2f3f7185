import { Worker, type SpoolClient, type WorkerTask } from '@spool/client';
import type { Order } from './receiver.js';

/** What the demo's tasks carry. */
export interface Webhook {
  readonly url: string;
  readonly body: Order;
}

const concurrency = 50;

/** The receiver did not take an order. */
class DeliveryFailed extends Error {
  override readonly name = 'DeliveryFailed';
}

/** Delivers a webhook; what it throws fails the attempt. */
const deliver = async ({ payload, signal }: WorkerTask): Promise<void> => {
  // The payload was enqueued by this demo.
  const { url, body } = payload as Webhook;
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body), signal });
  if (!response.ok) throw new DeliveryFailed(`The receiver answered ${response.status}.`);
};

/** Starts a worker that delivers webhooks until it is stopped. */
export const startWorker = (
  client: SpoolClient,
  options: { readonly queue: string; readonly workerId: string },
): Worker => {
  const worker = new Worker({ ...options, client, concurrency, handlers: deliver });
  worker.start();
  return worker;
};

import type { SpoolClient } from '@spool/client';
import type { Order } from './receiver.js';

/** What the demo's tasks carry. */
export interface Webhook {
  readonly url: string;
  readonly body: Order;
}

type Leased = Awaited<ReturnType<SpoolClient['tasks']['dequeue']>>['tasks'][number];

const tasksAtOnce = 50;
const waitMs = 2_000;

/** Delivers a webhook; returns what went wrong, or null. */
const deliver = async (task: Leased): Promise<string | null> => {
  // The payload was enqueued by this demo.
  const { url, body } = task.payload as Webhook;
  try {
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    return response.ok ? null : `The receiver answered ${response.status}.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/**
 * A worker in its barest form: takes what may run, delivers all of it at once, says what became of it, until it is
 * told to stop.
 */
export const runWorker = async (
  client: SpoolClient,
  options: { readonly queue: string; readonly workerId: string; readonly signal: AbortSignal },
): Promise<void> => {
  const { queue, workerId, signal } = options;
  while (!signal.aborted) {
    const { tasks } = await client.tasks.dequeue(queue, { max: tasksAtOnce, waitMs, workerId });
    const attempts = await Promise.all(
      tasks.map(async (task) => ({ id: task.id, leaseToken: task.leaseToken, failure: await deliver(task) })),
    );
    const completed = attempts.flatMap(({ id, leaseToken, failure }) =>
      failure === null ? [{ id, leaseToken }] : [],
    );
    const failed = attempts.flatMap(({ id, leaseToken, failure }) =>
      failure === null ? [] : [{ id, leaseToken, error: { type: 'DeliveryFailed', message: failure } }],
    );
    if (completed.length > 0) await client.tasks.completeBatch(completed);
    if (failed.length > 0) await client.tasks.failBatch(failed);
  }
};

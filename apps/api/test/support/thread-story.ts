import { setTimeout as pause } from 'node:timers/promises';
import type { SpoolClient } from '@spool/client';
import { takeOne } from './workload.js';

/** A thread in the middle of a busy morning. */
export interface ThreadStory {
  readonly threadId: string;
  readonly queue: string;
  /** Completed, failed once and completed, and dead, in this order. */
  readonly pastIds: readonly string[];
  readonly deadId: string;
  readonly runningId: string;
  /** Waiting and due, in the server's order. */
  readonly waitingIds: readonly string[];
  readonly futureId: string;
}

const shortRunMs = 40;

/** Fills a thread with a past, a running task, waiting, future and dead ones. */
export const tellThreadStory = async (
  client: SpoolClient,
  { queue, threadId }: { readonly queue: string; readonly threadId: string },
): Promise<ThreadStory> => {
  await client.queues.put(queue, { backoff: { type: 'fixed', initialMs: 0 }, keepaliveTimeoutMs: 120_000 });
  const enqueueSome = async (count: number): Promise<string[]> => {
    const tasks = Array.from({ length: count }, (_, number) => ({
      payload: { number },
      threadId,
      type: 'sync-account',
    }));
    const { tasks: made } = await client.tasks.enqueueBatch(queue, tasks);
    return made.map(({ id }) => id);
  };
  const pastIds = await enqueueSome(9);
  let deadId = '';
  for (let turn = 0; turn < pastIds.length + 1; turn += 1) {
    const { id, leaseToken } = await takeOne(client, queue, `worker-${1 + (turn % 3)}`);
    await pause(shortRunMs * (1 + (turn % 4)));
    if (turn === 3) {
      const error = { type: 'HTTP_503', message: 'The account service answered 503' };
      await client.tasks.fail(id, { leaseToken, error });
    } else if (turn === 6) {
      const error = { type: 'HTTP_410', message: 'The account was closed' };
      await client.tasks.fail(id, { leaseToken, error, retryable: false });
      deadId = id;
    } else await client.tasks.complete(id, { leaseToken });
  }
  const [runningId = '', ...waitingIds] = await enqueueSome(4);
  await takeOne(client, queue, 'worker-7');
  const [future] = (
    await client.tasks.enqueueBatch(queue, [
      { payload: 1, threadId, type: 'close-month', delayMs: 3_600_000 },
    ])
  ).tasks;
  return { threadId, queue, pastIds, deadId, runningId, waitingIds, futureId: future?.id ?? '' };
};

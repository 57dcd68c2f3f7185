import { setImmediate as turn } from 'node:timers/promises';
import type { SpoolClient } from '@spool/client';
import { readTask } from '../../task.js';
import type { Consumer } from '../side.js';

type ExchangeInput = Parameters<SpoolClient['tasks']['exchange']>[1];
type Taken = Awaited<ReturnType<SpoolClient['tasks']['exchange']>>['tasks'];
interface Settlements {
  readonly complete: NonNullable<ExchangeInput['complete']>;
  readonly fail: NonNullable<ExchangeInput['fail']>;
}

/** Who works, where. */
export interface Post {
  readonly client: SpoolClient;
  readonly queue: string;
  readonly workerId: string;
}

const waitMs = 5_000;
const nothing: Settlements = { complete: [], fail: [] };

/** Has every task in hands at once, then ends them: what begins meanwhile in their threads is seen. */
const handle = async (taken: Taken, consumer: Consumer): Promise<Settlements> => {
  const begun = taken.map(({ id, leaseToken, payload }) => {
    const task = readTask(payload);
    return { held: { id, leaseToken }, task, outcome: consumer.begin(task) };
  });
  if (begun.length > 0) await turn();
  for (const { task, outcome } of begun) consumer.end(task, outcome);
  return {
    complete: begun.filter(({ outcome }) => outcome === 'completed').map(({ held }) => held),
    fail: begun
      .filter(({ outcome }) => outcome !== 'completed')
      .map(({ held, outcome }) => ({
        ...held,
        error: { message: 'The measurement says so.' },
        retryable: outcome === 'retry',
      })),
  };
};

/** One worker: settles what it has done and takes the next in one request, until the consumer has finished. */
export const work = async (
  { client, queue, workerId }: Post,
  { load, finished, begin, end }: Consumer,
): Promise<void> => {
  let settled = nothing;
  const hasSettled = (): boolean => settled.complete.length + settled.fail.length > 0;
  while (!finished.aborted || hasSettled()) {
    const dequeue = finished.aborted ? {} : { dequeue: { workerId, max: load.batchSize, waitMs } };
    const options = hasSettled() ? {} : { signal: finished };
    try {
      const answer = await client.tasks.exchange(queue, { ...settled, ...dequeue }, options);
      const refused = [...answer.complete, ...answer.fail].find(({ status }) => status === 'error');
      if (refused !== undefined) throw new Error(`A task was not settled: ${JSON.stringify(refused)}`);
      settled = await handle(answer.tasks, { load, finished, begin, end });
    } catch (error) {
      if (finished.aborted && !hasSettled()) return;
      throw error;
    }
  }
};

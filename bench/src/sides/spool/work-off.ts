import { setImmediate as turn } from 'node:timers/promises';
import { NonRetryableError, Worker, type SpoolClient, type WorkerTask } from '@spool/client';
import { readTask, type Outcome } from '../../task.js';
import { untilAborted } from '../consuming.js';
import type { Consumer } from '../side.js';

const failAsDecided = (outcome: Outcome | undefined): void => {
  if (outcome === 'dead') throw new NonRetryableError('The measurement lets this task die.');
  if (outcome === 'retry') throw new Error('The measurement lets this attempt fail.');
};

/** One worker, whose tasks count as begun as soon as it has them in hand, waiting ones too. */
const startWorker = (client: SpoolClient, queue: string, consumer: Consumer, troubles: unknown[]): Worker => {
  const outcomes = new Map<string, Outcome>();
  const handle = async ({ id, payload }: WorkerTask): Promise<void> => {
    await turn();
    const outcome = outcomes.get(id) ?? 'completed';
    outcomes.delete(id);
    consumer.end(readTask(payload), outcome);
    failAsDecided(outcome);
  };
  const worker = new Worker({ client, queue, handlers: handle, concurrency: consumer.load.batchSize });
  worker.on('taken', ({ tasks }) => {
    for (const { id, payload } of tasks) outcomes.set(id, consumer.begin(readTask(payload)));
  });
  worker.on('settled', ({ task, outcome }) => {
    if (outcome === 'released') consumer.end(readTask(task.payload), 'released');
  });
  worker.on('leaseLost', ({ loss }) => troubles.push(new Error(`A lease was lost: ${loss}.`)));
  worker.on('error', ({ error }) => troubles.push(error));
  worker.start();
  return worker;
};

/**
 * Works a queue off with the client's own workers: as many as the load has calls in flight, each running as many tasks
 * as the load has in a batch. Throws what a worker survived: in a measurement nothing goes wrong.
 */
export const workOff = async (client: SpoolClient, queue: string, consumer: Consumer): Promise<void> => {
  const troubles: unknown[] = [];
  const workers = Array.from({ length: consumer.load.inFlight }, () =>
    startWorker(client, queue, consumer, troubles),
  );
  await untilAborted(consumer.finished);
  await Promise.all(workers.map((worker) => worker.stop()));
  if (troubles.length > 0) throw new AggregateError(troubles, `Workers had trouble: ${String(troubles[0])}`);
};

import { setTimeout as pause } from 'node:timers/promises';
import { SpoolClient } from '@spool/client';
import {
  customerCount,
  enqueueOrders,
  listDead,
  orderCount,
  queue,
  refusedOrders,
  restart,
} from './orders.js';
import { prove, type Finding } from './proof.js';
import { startReceiver, type Receiver } from './receiver.js';
import { readSettings } from './settings.js';
import { startWorker } from './worker.js';

const workerCount = 4;
const lookEveryMs = 500;

const say = (text: string): void => void process.stdout.write(`\r${text.padEnd(40)}\n`);

/** Waits until no order is open; counts may be seconds old, so those from before a time say nothing. */
const untilIdle = async (client: SpoolClient, sinceTime: string): Promise<void> => {
  for (;;) {
    const { counts, countedAt } = await client.queues.get(queue);
    const open = counts.ready + counts.scheduled + counts.backoff + counts.waiting + counts.inProgress;
    process.stdout.write(`\r  ${open} open, ${counts.dead} dead        `);
    if (open === 0 && countedAt > sinceTime) return;
    await pause(lookEveryMs);
  }
};

const deliverAll = async (client: SpoolClient, url: string, receiver: Receiver): Promise<Finding[]> => {
  const run = `demo${Date.now().toString(36)}`;
  say(`Enqueueing ${orderCount} order webhooks of ${customerCount} customers, a thread each: ${url}/threads`);
  const enqueuedAt = await enqueueOrders(client, run, receiver.url);
  const workers = Array.from({ length: workerCount }, (_, index) =>
    startWorker(client, { queue, workerId: `${run}-worker-${index + 1}` }),
  );
  say(`${workerCount} workers deliver them to a receiver that is slow and fails now and then.`);
  await untilIdle(client, enqueuedAt);

  const dead = await listDead(client, run);
  say(
    `${dead.length} orders died, since the receiver refuses them. It is repaired; they are restarted: ${url}/dlq`,
  );
  receiver.repair();
  await untilIdle(client, dead.length === 0 ? '' : await restart(client, dead));
  await Promise.all(workers.map((worker) => worker.stop()));
  return prove(receiver.deliveries, { orders: orderCount, refusedOrders, deadListed: dead.length });
};

/** A real job: order webhooks delivered in single file per customer, with the receiver's own records as the proof. */
const main = async (): Promise<number> => {
  const settings = await readSettings();
  const receiver = await startReceiver(refusedOrders);
  try {
    const findings = await deliverAll(new SpoolClient(settings), settings.url, receiver);
    say('What the receiver wrote down:');
    for (const { statement, holds, detail } of findings) {
      say(`  ${holds ? 'yes' : 'NO '}  ${statement} (${detail})`);
    }
    return findings.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    receiver.close();
  }
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)} Is Spool running (npm start)?\n`,
  );
  process.exitCode = 1;
}

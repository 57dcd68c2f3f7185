/** A worker as a service would run one. It prints what it does, a line each, and stops gracefully on SIGTERM. */
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from '@spool/client';

const { SPOOL_URL: url, SPOOL_API_KEY: apiKey, SPOOL_QUEUE: queue, GRACE_MS: graceMs } = process.env;

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`);

const worker = new Worker({
  url: String(url),
  apiKey: String(apiKey),
  queue: String(queue),
  workerId: String(process.env.WORKER_ID),
  concurrency: Number(process.env.CONCURRENCY ?? 1),
  handlers: {
    quick: ({ id }) => say(`ran ${id}`),
    slow: async ({ id, signal, payload }) => {
      say(`began ${id}`);
      await pause(Number(payload), undefined, { signal });
      say(`ran ${id}`);
    },
  },
});
worker.on('taken', ({ tasks }) => tasks.forEach(({ id }) => say(`took ${id}`)));
worker.on('leaseLost', ({ task }) => say(`lost ${task.id}`));
worker.on('settled', ({ task, outcome }) => say(`${outcome} ${task.id}`));
worker.start();
process.once('SIGTERM', () => {
  say('stopping');
  void worker.stop({ graceMs: Number(graceMs) }).then(() => say('stopped'));
});

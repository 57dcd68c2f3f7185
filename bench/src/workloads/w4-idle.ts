import { setTimeout as pause } from 'node:timers/promises';
import type { SpoolClient } from '@spool/client';
import type { SpoolSide } from '../sides/spool/spool-side.js';
import { median, quantile } from '../statistics/summarise.js';
import { TaskMaker } from '../task.js';
import { scaled, type Workload } from './workload.js';

const times = 100;
const leastTimes = 10;
/** Long enough for the worker's request to stand in its queue. */
const settleMs = 40;

/** From the enqueue's answer to the hands of a worker that has been waiting. */
const measureWakeups = async (side: SpoolSide, client: SpoolClient, count: number): Promise<number[]> => {
  const maker = new TaskMaker();
  const delaysMs: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const awaited = side.awaitOne(client);
    await pause(settleMs);
    await side.enqueue([maker.next(null)], { batchSize: 1, inFlight: 1 });
    const answeredAtMs = performance.now();
    const { atMs, complete } = await awaited;
    delaysMs.push(Math.max(0, atMs - answeredAtMs));
    await complete();
  }
  return delaysMs;
};

/** An idle worker, waiting in a long poll. */
export const idle: Workload<SpoolSide> = {
  title: 'W4, idle: a worker that waits',
  shows: 'How soon a long poll wakes after an enqueue, on the same replica and on another.',
  async run(side, size) {
    const count = scaled(times, size, leastTimes);
    const here = await measureWakeups(side, side.client, count);
    const elsewhere = await measureWakeups(side, await side.openReplica(), count);
    return {
      readings: [
        { metric: 'same replica, median', unit: 'ms', value: median(here) },
        { metric: 'same replica, p99', unit: 'ms', value: quantile(here, 0.99) },
        { metric: 'other replica, median', unit: 'ms', value: median(elsewhere) },
        { metric: 'other replica, p99', unit: 'ms', value: quantile(elsewhere, 0.99) },
      ],
      violations: [],
    };
  },
};

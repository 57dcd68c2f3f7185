import { setTimeout as pause } from 'node:timers/promises';
import { Ledger, violationsOf } from '../checks/ledger.js';
import { Drain } from '../running/drain.js';
import { warmUp } from '../running/fill-and-drain.js';
import { measureCommits } from '../servers/commit-probe.js';
import type { SpoolSide } from '../sides/spool/spool-side.js';
import { quantile } from '../statistics/summarise.js';
import { TaskMaker, type BenchTask } from '../task.js';
import { rateOf, type Reading, type Workload } from './workload.js';

const durationMs = 60_000;
const leastDurationMs = 2_000;
const threadCount = 1_000;
const producers = 8;
const batchSize = 10;
const mostWaiting = 2_000;
const tickMs = 5;
const take = { batchSize: 100, inFlight: 4 };

/** Three of ten tasks are in threads. */
const mixedBatch = (maker: TaskMaker): BenchTask[] =>
  Array.from({ length: batchSize }, (_, index) =>
    maker.next(index < 3 ? `thread-${Math.floor(Math.random() * threadCount)}` : null),
  );

interface Phase {
  readonly maker: TaskMaker;
  readonly side: SpoolSide;
  readonly seconds: number;
}

/** Several producers enqueue at once: a thread's members may come in either order, so order is not promised. */
const newLedger = (): Ledger => new Ledger({ order: false });

/** Enqueues as fast as the workers keep up with; the rate of completed tasks. */
const measurePeak = async ({ maker, side, seconds }: Phase) => {
  const ledger = newLedger();
  const drain = new Drain({ side, ledger, load: take, target: Number.POSITIVE_INFINITY });
  const drained = drain.run();
  const startedAtMs = performance.now();
  let enqueued = 0;
  const produce = async (): Promise<void> => {
    while (performance.now() - startedAtMs < seconds * 1_000) {
      if (enqueued - drain.endedCount > mostWaiting) await pause(tickMs);
      else {
        enqueued += batchSize;
        await side.enqueue(mixedBatch(maker), { batchSize, inFlight: 1 });
      }
    }
  };
  await Promise.all(Array.from({ length: producers }, produce));
  const perSecond = rateOf(drain.endedCount, performance.now() - startedAtMs);
  await untilEnded(drain, enqueued);
  await drained;
  return { perSecond, violations: violationsOf(ledger.summary(enqueued)) };
};

/** Waits for the rest, then stops the drain; what never comes shows in the ledger. */
const untilEnded = async (drain: Drain, expected: number): Promise<void> => {
  const deadlineMs = performance.now() + 10_000;
  while (drain.endedCount < expected && performance.now() < deadlineMs) await pause(tickMs);
  drain.stop();
};

/** Enqueues at a fixed rate; how long each task took from the enqueue's answer to a worker's hands. */
const measureDelays = async ({ maker, side, seconds }: Phase, perSecond: number) => {
  const ledger = newLedger();
  const answeredAtMs = new Map<number, number>();
  const begunAtMs = new Map<number, number>();
  const onBegin = ({ number }: BenchTask): void => void begunAtMs.set(number, performance.now());
  const drain = new Drain({ side, ledger, load: take, target: Number.POSITIVE_INFINITY, onBegin });
  const drained = drain.run();
  const startedAtMs = performance.now();
  const calls: Promise<void>[] = [];
  let enqueued = 0;
  for (let elapsedMs = 0; elapsedMs < seconds * 1_000; elapsedMs = performance.now() - startedAtMs) {
    for (; enqueued < (elapsedMs / 1_000) * perSecond; enqueued += batchSize) {
      calls.push(enqueueNoting(side, mixedBatch(maker), answeredAtMs));
    }
    await pause(tickMs);
  }
  await Promise.all(calls);
  await untilEnded(drain, enqueued);
  await drained;
  const delaysMs = [...answeredAtMs].flatMap(([number, atMs]) => {
    const begunMs = begunAtMs.get(number);
    return begunMs === undefined ? [] : [Math.max(0, begunMs - atMs)];
  });
  return { delaysMs, violations: violationsOf(ledger.summary(enqueued)) };
};

const enqueueNoting = async (
  side: SpoolSide,
  batch: readonly BenchTask[],
  answeredAtMs: Map<number, number>,
): Promise<void> => {
  await side.enqueue(batch, { batchSize, inFlight: 1 });
  const nowMs = performance.now();
  for (const { number } of batch) answeredAtMs.set(number, nowMs);
};

const memoryReading = (metric: string, megabytes: number | null): Reading[] =>
  megabytes === null ? [] : [{ metric, unit: 'MB', value: megabytes }];

/** Enqueue and drain at once. */
export const mixed: Workload<SpoolSide> = {
  title: 'W4: enqueue and drain at once, 30 % threaded',
  shows: 'The peak rate; then, at half of it, the time from the enqueue’s answer to the worker’s hands.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, { enqueue: { batchSize, inFlight: 1 }, take });
    const seconds = Math.max(leastDurationMs, durationMs * size) / 2_000;
    const memoryBefore = side.api.memoryMb();
    const peak = await measurePeak({ maker, side, seconds });
    const probe = await measureCommits(side.place.databaseUrl);
    const delays = await measureDelays({ maker, side, seconds }, peak.perSecond / 2);
    const commitsMs = await probe.stop();
    return {
      readings: [
        { metric: 'peak', unit: 'tasks/s', value: peak.perSecond },
        { metric: 'to the worker, p50', unit: 'ms', value: quantile(delays.delaysMs, 0.5) },
        { metric: 'to the worker, p99', unit: 'ms', value: quantile(delays.delaysMs, 0.99) },
        { metric: 'one commit meanwhile, p50', unit: 'ms', value: quantile(commitsMs, 0.5) },
        ...memoryReading('API memory before', memoryBefore),
        ...memoryReading('API memory after', side.api.memoryMb()),
      ],
      violations: [...peak.violations, ...delays.violations],
    };
  },
};

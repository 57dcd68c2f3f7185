import { Ledger, violationsOf } from '../checks/ledger.js';
import { Drain } from '../running/drain.js';
import { warmUp, type Loads } from '../running/fill-and-drain.js';
import type { Side } from '../sides/side.js';
import { TaskMaker } from '../task.js';
import { rateOf, scaled, type Reading, type Workload } from './workload.js';

const backlogs = [10_000, 100_000, 1_000_000];
const measuredTasks = 10_000;
const loads: Loads = { enqueue: { batchSize: 500, inFlight: 4 }, take: { batchSize: 250, inFlight: 4 } };
const filling = { batchSize: 1_000, inFlight: 4 };

interface Backlog {
  readonly side: Side;
  readonly maker: TaskMaker;
  readonly ledger: Ledger;
  /** How many threads a number of tasks is dealt to. */
  readonly threadsFor: (tasks: number) => number;
  /** Tells the threads of one size from those of another where each task has its own. */
  readonly prefix: string;
}

/** Enqueues and drains the same number of tasks beside a backlog that stays as long as it is. */
const measure = async ({ side, maker, ledger, threadsFor, prefix }: Backlog, count: number) => {
  const tasks = maker.deal(count, threadsFor(count), `${prefix}-measured`);
  const startedAtMs = performance.now();
  await side.enqueue(tasks, loads.enqueue);
  const enqueuedPerSecond = rateOf(count, performance.now() - startedAtMs);
  const { ended, elapsedMs } = await new Drain({ side, ledger, load: loads.take, target: count }).run();
  return { enqueuedPerSecond, drainedPerSecond: rateOf(ended, elapsedMs) };
};

const runBacklogs = async (side: Side, size: number, threadsFor: Backlog['threadsFor']) => {
  const maker = new TaskMaker();
  await warmUp(side, maker, loads);
  const ledger = new Ledger({ order: side.keepsOrder });
  const count = scaled(measuredTasks, Math.min(1, size * 5));
  const readings: Reading[] = [];
  let filled = 0;
  for (const backlog of backlogs.filter((tasks) => tasks <= 1_000_000 * size || tasks === backlogs[0])) {
    const label = backlog.toLocaleString('en');
    const wanted = size < 0.1 ? scaled(backlog, size) : backlog;
    await side.enqueue(maker.deal(wanted - filled, threadsFor(wanted - filled), label), filling);
    filled = wanted;
    const rates = await measure({ side, maker, ledger, threadsFor, prefix: label }, count);
    readings.push(
      { metric: `drained at ${label}`, unit: 'tasks/s', value: rates.drainedPerSecond },
      { metric: `enqueued at ${label}`, unit: 'tasks/s', value: rates.enqueuedPerSecond },
    );
  }
  // What is left of the backlog is not expected to complete.
  return { readings, violations: violationsOf(ledger.summary(count * (readings.length / 2))) };
};

/** A backlog in a thousand threads that grow. */
export const backlog: Workload = {
  title: 'W5: a backlog in 1,000 threads',
  shows: 'Whether speed depends on how much waits: it must not.',
  run: (side, size) => runBacklogs(side, size, () => 1_000),
};

/** A backlog of threads with one task each. */
export const backlogOfThreads: Workload = {
  title: 'W5, threads: a backlog with a thread for each task',
  shows: 'Whether speed depends on how many threads there are: it must not.',
  run: (side, size) => runBacklogs(side, size, (tasks) => tasks),
};

import { Ledger, violationsOf } from '../checks/ledger.js';
import type { Load, Side } from '../sides/side.js';
import type { BenchTask, TaskMaker } from '../task.js';
import { rateOf } from '../workloads/workload.js';
import { Drain } from './drain.js';

/** How tasks go in and out. */
export interface Loads {
  readonly enqueue: Load;
  readonly take: Load;
}

/** What filling and draining came to, a second. */
export interface Rates {
  readonly enqueuedPerSecond: number;
  readonly drainedPerSecond: number;
  readonly violations: readonly string[];
}

const warmUpTasks = 200;

/** Enqueues all tasks, then works them all off. */
export const fillAndDrain = async (side: Side, tasks: readonly BenchTask[], loads: Loads): Promise<Rates> => {
  const startedAtMs = performance.now();
  await side.enqueue(tasks, loads.enqueue);
  const filledMs = performance.now() - startedAtMs;
  const ledger = new Ledger({ order: side.keepsOrder });
  const drain = new Drain({ side, ledger, load: loads.take, target: tasks.length });
  const { ended, elapsedMs } = await drain.run();
  return {
    enqueuedPerSecond: rateOf(tasks.length, filledMs),
    drainedPerSecond: rateOf(ended, elapsedMs),
    violations: violationsOf(ledger.summary(tasks.length)),
  };
};

/** A few tasks before the measurement, so that connections are open and code is compiled. */
export const warmUp = async (side: Side, maker: TaskMaker, loads: Loads): Promise<void> => {
  await fillAndDrain(side, maker.deal(warmUpTasks, 20, 'warm-up'), loads);
};

import { fillAndDrain, warmUp, type Loads } from '../running/fill-and-drain.js';
import { TaskMaker } from '../task.js';
import { scaled, type Workload } from './workload.js';

const taskCount = 50_000;
const threadCount = 1_000;
/** With a thousand threads at most a thousand tasks may run at once. */
const loads: Loads = { enqueue: { batchSize: 500, inFlight: 4 }, take: { batchSize: 250, inFlight: 4 } };

/** Fill, then drain with handlers that do nothing. */
export const threads: Workload = {
  title: 'W1: 50,000 tasks in 1,000 threads',
  shows: 'Keyed work, enqueued and then drained by handlers that do nothing.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, loads);
    const rates = await fillAndDrain(side, maker.deal(scaled(taskCount, size), threadCount), loads);
    return {
      readings: [
        { metric: 'drained', unit: 'tasks/s', value: rates.drainedPerSecond },
        { metric: 'enqueued', unit: 'tasks/s', value: rates.enqueuedPerSecond },
      ],
      violations: rates.violations,
    };
  },
};

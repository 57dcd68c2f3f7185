import { fillAndDrain, type Loads } from '../running/fill-and-drain.js';
import { TaskMaker } from '../task.js';
import { scaled, type Workload } from './workload.js';

const taskCount = 50_000;
const warmUpCount = 200;
const loads: Loads = { enqueue: { batchSize: 500, inFlight: 4 }, take: { batchSize: 250, inFlight: 4 } };

/** The same without threads. */
export const freeTasks: Workload = {
  title: 'W2: 50,000 tasks without threads',
  shows: 'The same without keys, so that queues without groups can stand beside it.',
  async run(side, size) {
    const maker = new TaskMaker();
    await fillAndDrain(side, maker.deal(warmUpCount, 0), loads);
    const rates = await fillAndDrain(side, maker.deal(scaled(taskCount, size), 0), loads);
    return {
      readings: [
        { metric: 'drained', unit: 'tasks/s', value: rates.drainedPerSecond },
        { metric: 'enqueued', unit: 'tasks/s', value: rates.enqueuedPerSecond },
      ],
      violations: rates.violations,
    };
  },
};

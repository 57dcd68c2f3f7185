import { fillAndDrain, warmUp, type Loads } from '../running/fill-and-drain.js';
import { TaskMaker } from '../task.js';
import { scaled, type Workload } from './workload.js';

const taskCount = 10_000;
const threadCount = 1_000;
const loads: Loads = { enqueue: { batchSize: 1, inFlight: 64 }, take: { batchSize: 1, inFlight: 64 } };

/** Nobody batches but the server. */
export const singles: Workload = {
  title: 'W8: one task a request, 64 requests in flight',
  shows:
    'What merging requests is worth: the plain SQL beside it has a transaction a task, on ten connections.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, loads);
    const count = scaled(taskCount, size);
    const threaded = await fillAndDrain(side, maker.deal(count, threadCount), loads);
    const free = await fillAndDrain(side, maker.deal(count, 0), loads);
    return {
      readings: [
        { metric: 'drained, threads', unit: 'tasks/s', value: threaded.drainedPerSecond },
        { metric: 'enqueued, threads', unit: 'tasks/s', value: threaded.enqueuedPerSecond },
        { metric: 'drained, free', unit: 'tasks/s', value: free.drainedPerSecond },
        { metric: 'enqueued, free', unit: 'tasks/s', value: free.enqueuedPerSecond },
      ],
      violations: [...threaded.violations, ...free.violations],
    };
  },
};

import { fillAndDrain, warmUp, type Loads } from '../running/fill-and-drain.js';
import { TaskMaker } from '../task.js';
import { scaled, type Workload } from './workload.js';

const taskCount = 5_000;
/** In single file there is never more than one task to take. */
const loads: Loads = { enqueue: { batchSize: 500, inFlight: 1 }, take: { batchSize: 1, inFlight: 1 } };

/** One thread with everything in it. */
export const hotThread: Workload = {
  title: 'W3: one hot thread of 5,000 tasks',
  shows: 'How fast single file can be: nothing runs beside anything.',
  async run(side, size) {
    const maker = new TaskMaker();
    await warmUp(side, maker, loads);
    const { drainedPerSecond, violations } = await fillAndDrain(
      side,
      maker.deal(scaled(taskCount, size), 1, 'hot'),
      loads,
    );
    return { readings: [{ metric: 'drained', unit: 'tasks/s', value: drainedPerSecond }], violations };
  },
};

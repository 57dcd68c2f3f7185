import { describe, expect, it } from '@jest/globals';
import { TaskMaker } from '../task.js';
import { cutIntoLanes } from './lanes.js';

describe('cutting tasks into lanes', () => {
  it('keeps a thread in one lane and in order', () => {
    const tasks = new TaskMaker().deal(1_000, 37);
    const lanes = cutIntoLanes(tasks, { batchSize: 50, inFlight: 4 }).map((batches) => batches.flat());
    for (const lane of lanes) {
      const others = lanes.filter((other) => other !== lane).flat();
      const threads = new Set(lane.map(({ threadId }) => threadId));
      expect(others.filter(({ threadId }) => threads.has(threadId))).toEqual([]);
      expect(lane.map(({ number }) => number)).toEqual(
        lane.map(({ number }) => number).sort((left, right) => left - right),
      );
    }
    expect(lanes.flat()).toHaveLength(1_000);
  });

  it('fills batches up to their size', () => {
    const lanes = cutIntoLanes(new TaskMaker().deal(100, 0), { batchSize: 20, inFlight: 2 });
    expect(lanes.map((batches) => batches.map((batch) => batch.length))).toEqual([
      [20, 20, 10],
      [20, 20, 10],
    ]);
  });
});

import type { BenchTask } from '../task.js';
import type { Load } from './side.js';

/** Which lane a task goes into: a thread's members all into the same. */
const laneOf = ({ threadId, number }: BenchTask, lanes: number): number => {
  if (threadId === null) return number % lanes;
  let hash = 0;
  for (const character of threadId) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % lanes;
};

/** Cuts tasks into batches for as many lanes as calls are in flight, so that no thread's members overtake each other. */
export const cutIntoLanes = (tasks: readonly BenchTask[], { batchSize, inFlight }: Load): BenchTask[][][] => {
  const lanes: BenchTask[][][] = Array.from({ length: inFlight }, () => []);
  for (const task of tasks) {
    const lane = lanes[laneOf(task, inFlight)];
    const batch = lane?.at(-1);
    if (batch === undefined || batch.length >= batchSize) lane?.push([task]);
    else batch.push(task);
  }
  return lanes;
};

/** Sends tasks batch by batch, one call a lane at once. */
export const sendInLanes = async (
  tasks: readonly BenchTask[],
  load: Load,
  send: (batch: readonly BenchTask[]) => Promise<void>,
): Promise<void> => {
  await Promise.all(
    cutIntoLanes(tasks, load).map(async (batches) => {
      for (const batch of batches) await send(batch);
    }),
  );
};

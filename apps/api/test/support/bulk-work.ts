import type { CallTimes } from './call-times.js';
import type { Held, TaskCalls } from './task-calls.js';

const enqueuedAtOnce = 1_000;
const takenAtOnce = 100;

/** Enqueues so many tasks; `threadOf` names the thread of each, null for none. */
export const enqueueMany = async (
  calls: TaskCalls,
  queue: string,
  { count, threadOf }: { readonly count: number; readonly threadOf: (index: number) => string | null },
): Promise<void> => {
  for (let from = 0; from < count; from += enqueuedAtOnce) {
    const length = Math.min(enqueuedAtOnce, count - from);
    const tasks = Array.from({ length }, (_, index) => ({ threadId: threadOf(from + index) }));
    await calls.enqueueBatch(queue, tasks);
  }
};

/** Dequeues and completes until nothing is ready, timing the dequeues; how many were completed. */
export const drainTiming = async (calls: TaskCalls, queue: string, times: CallTimes): Promise<number> => {
  for (let drained = 0; ;) {
    const taken: readonly Held[] = await times.of(() => calls.dequeue(queue, { max: takenAtOnce }));
    if (taken.length === 0) return drained;
    await calls.complete(taken);
    drained += taken.length;
  }
};

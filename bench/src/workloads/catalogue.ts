import type { SideName } from '../sides/catalogue.js';
import { openSide, openSpool, type Place } from '../sides/open-side.js';
import type { Side } from '../sides/side.js';
import { threads } from './w1-threads.js';
import { freeTasks } from './w2-free-tasks.js';
import { hotThread } from './w3-hot-thread.js';
import { idle } from './w4-idle.js';
import { mixed } from './w4-mixed.js';
import { backlog, backlogOfThreads } from './w5-backlog.js';
import { crowdedThread } from './w6-crowd.js';
import { failures } from './w7-failures.js';
import { singles } from './w8-singles.js';
import type { Workload, WorkloadRun } from './workload.js';

/** How a workload is run on a side that is opened for it alone. */
export interface RunnableWorkload {
  readonly title: string;
  readonly shows: string;
  run(side: SideName, place: Place, size: number): Promise<WorkloadRun>;
}

const runOn = async <Needed extends Side>(
  workload: Workload<Needed>,
  side: Needed,
  size: number,
): Promise<WorkloadRun> => {
  try {
    return await workload.run(side, size);
  } finally {
    await side.close();
  }
};

const onAnySide = (workload: Workload): RunnableWorkload => ({
  title: workload.title,
  shows: workload.shows,
  run: async (side, place, size) => runOn(workload, await openSide(side, place), size),
});

const onSpool = (workload: Workload<Awaited<ReturnType<typeof openSpool>>>): RunnableWorkload => ({
  title: workload.title,
  shows: workload.shows,
  run: async (_side, place, size) => runOn(workload, await openSpool(place), size),
});

/** Every workload, in the order of the document. */
export const workloads = {
  W1: onAnySide(threads),
  W2: onAnySide(freeTasks),
  W3: onAnySide(hotThread),
  W4: onSpool(mixed),
  'W4-idle': onSpool(idle),
  W5: onAnySide(backlog),
  'W5-threads': onAnySide(backlogOfThreads),
  W6: onAnySide(crowdedThread),
  W7: onSpool(failures),
  W8: onAnySide(singles),
} as const satisfies Record<string, RunnableWorkload>;

/** The name of a workload. */
export type WorkloadName = keyof typeof workloads;

/** Whether a text names a workload. */
export const isWorkloadName = (text: string): text is WorkloadName => Object.hasOwn(workloads, text);

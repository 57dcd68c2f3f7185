import type { QueueNumbers } from '../store/installation-numbers-store.js';

/** Queues that share a series: one, or all beyond the limit. */
export interface QueueGroup {
  /** The value of the label `queue`. */
  readonly label: string;
  readonly queues: readonly QueueNumbers[];
}

/** The label of what has no series of its own: no queue can be called that. */
export const otherQueues = '(other)';

/** Gives the oldest queues series of their own, as many as the limit allows, and folds the rest into one. */
export const groupQueues = (queues: readonly QueueNumbers[], limit: number): QueueGroup[] => {
  const groups = queues.slice(0, limit).map((queue) => ({ label: queue.name, queues: [queue] }));
  const rest = queues.slice(limit);
  return rest.length === 0 ? groups : [...groups, { label: otherQueues, queues: rest }];
};

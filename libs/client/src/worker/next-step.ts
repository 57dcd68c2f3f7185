import { limits } from '@spool/contracts';

/** A task to tell of: about how many bytes, and whether in a request of its own. */
export interface Parcel {
  readonly bytes: number;
  readonly travelsAlone: boolean;
}

/** What a worker has in hand and under way. */
export interface WorkerSituation {
  /** How many tasks it may have in hand, running or waiting to. */
  readonly capacity: number;
  /** How many it has in hand. */
  readonly inHand: number;
  /** How many it has asked for in requests that are under way. */
  readonly askedFor: number;
  /** What it has to tell, in order. */
  readonly parcels: readonly Parcel[];
  /** How many settling requests are under way. */
  readonly settling: number;
  /** Whether a request that waits for tasks is under way. */
  readonly isPolling: boolean;
  /** Whether it takes no more tasks. */
  readonly isStopping: boolean;
}

/**
 * The next request: `settle` tells of the first `count` parcels and takes up to `ask` tasks in the same round trip,
 * `poll` waits for tasks, `none` when what is under way comes first.
 */
export type Step =
  | { readonly kind: 'settle'; readonly count: number; readonly ask: number }
  | { readonly kind: 'poll'; readonly ask: number }
  | { readonly kind: 'none' };

/** With two under way, the worker prepares one while the service carries out the other. */
const settlingAtOnce = 2;
const parcelsAtOnce = 500;
const bytesAtOnce = limits.requestBodyBytes / 4;

/** How many of the first parcels go into one request. */
const parcelsThatFit = (parcels: readonly Parcel[]): number => {
  let bytes = 0;
  let count = 0;
  for (const parcel of parcels) {
    bytes += parcel.bytes;
    const fits = count < parcelsAtOnce && bytes <= bytesAtOnce && !parcel.travelsAlone;
    if (count > 0 && !fits) break;
    count += 1;
    if (parcel.travelsAlone) break;
  }
  return count;
};

/** Decides what a worker sends next. No step waits for a time: what ends meanwhile goes with the next request. */
export const nextStep = (situation: WorkerSituation): Step => {
  const { capacity, inHand, askedFor, parcels, settling, isPolling, isStopping } = situation;
  const free = Math.max(0, capacity - inHand - askedFor);
  const ask = isStopping ? 0 : Math.min(free, limits.dequeueTasks);
  if (parcels.length > 0) {
    if (settling >= settlingAtOnce) return { kind: 'none' };
    return { kind: 'settle', count: parcelsThatFit(parcels), ask };
  }
  return ask > 0 && !isPolling ? { kind: 'poll', ask } : { kind: 'none' };
};

/** How much waiting in the worker's hands is worth saving a round trip. */
const prefetchedWaitMs = 100;

/**
 * How many tasks to have in hand beyond those that run: no more than would begin within a tenth of a second, since
 * another worker could run them, and none before anything is known about the handlers (`averageRunMs` null).
 */
export const prefetchNow = (
  prefetchAtMost: number,
  concurrency: number,
  averageRunMs: number | null,
): number => {
  if (averageRunMs === null) return 0;
  const begunInTime = Math.floor((concurrency * prefetchedWaitMs) / Math.max(averageRunMs, 1));
  return Math.min(prefetchAtMost, begunInTime);
};

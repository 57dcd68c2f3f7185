import type { QueueSettings } from '@spool/oracle/installation.js';

/** The queues that the traffic goes through; a thread has members in both. Service and model have them alike. */
export const trafficQueues: readonly QueueSettings[] = [
  {
    name: 'plain',
    maxAttempts: 3,
    backoff: { type: 'fixed', initialMs: 20, factor: 1, maxMs: 20 },
    keepaliveTimeoutMs: 5_000,
  },
  {
    name: 'fair',
    maxAttempts: 2,
    backoff: { type: 'exponential', initialMs: 10, factor: 2, maxMs: 40 },
    keepaliveTimeoutMs: 5_000,
    ordering: 'fair',
  },
];

/** Their names. */
export const trafficQueueNames: readonly string[] = trafficQueues.map(({ name }) => name);

/** How many clients do what. */
export interface TrafficPlan {
  readonly producers: number;
  readonly workers: number;
  readonly operators: number;
  /** Threads that get new members at one time; they change, so that no history grows without bound. */
  readonly threadsAtOnce: number;
  readonly threadLastsMs: number;
  /** Producers wait while so many tasks are live. */
  readonly mostLive: number;
}

/** Traffic that uses every call, dense enough that calls on one thread meet. */
export const denseTraffic: TrafficPlan = {
  producers: 3,
  workers: 8,
  operators: 2,
  threadsAtOnce: 10,
  threadLastsMs: 2_500,
  mostLive: 120,
};

/** Denser traffic on fewer threads, for a product with a bug that is to show soon. */
export const controlTraffic: TrafficPlan = {
  ...denseTraffic,
  threadsAtOnce: 5,
  threadLastsMs: 2_000,
  mostLive: 80,
};

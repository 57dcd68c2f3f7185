/** The queues that the traffic goes through; a thread has members in both. */
export const trafficQueues: Readonly<Record<string, object>> = {
  plain: { maxAttempts: 3, backoff: { type: 'fixed', initialMs: 20 }, keepaliveTimeoutMs: 5_000 },
  fair: {
    maxAttempts: 2,
    backoff: { type: 'fixed', initialMs: 0 },
    keepaliveTimeoutMs: 5_000,
    ordering: 'fair',
  },
};

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

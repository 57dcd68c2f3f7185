/** When a request left and when its answer came, by the worker's monotonic clock, in milliseconds. */
export interface RequestTimes {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
}

/** The end of a lease that was granted or prolonged by a request that did not wait: counted from when it left. */
export const leaseEndMs = ({ sentAtMs }: Pick<RequestTimes, 'sentAtMs'>, timeoutMs: number): number =>
  sentAtMs + timeoutMs;

/**
 * The end of a lease that was granted by a request that may have waited for its task: the grant lies anywhere between,
 * and an answer is taken to travel for a tenth of the timeout at most. The first keepalive makes it exact.
 */
export const leaseEndAfterWaitingMs = ({ sentAtMs, answeredAtMs }: RequestTimes, timeoutMs: number): number =>
  Math.max(sentAtMs, answeredAtMs - timeoutMs / 10) + timeoutMs;

/** How long after one beat the next begins: at a third of the timeout, or soon when the last one failed. */
export const nextBeatMs = (timeoutMs: number, hasFailed: boolean): number =>
  hasFailed ? timeoutMs / 12 : timeoutMs / 3;

/** When the first of the leases ends; null for none. */
export const firstEndMs = (leases: readonly { readonly leaseEndsAtMs: number }[]): number | null =>
  leases.length === 0 ? null : Math.min(...leases.map(({ leaseEndsAtMs }) => leaseEndsAtMs));

/** The leases that have ended. */
export const endedLeases = <Lease extends { readonly leaseEndsAtMs: number }>(
  leases: readonly Lease[],
  nowMs: number,
): Lease[] => leases.filter(({ leaseEndsAtMs }) => leaseEndsAtMs <= nowMs);

/** A task on its way into a thread, or into a queue without one. */
export interface Arrival {
  /** The time asked for, or null for "when it arrives". */
  readonly requestedAtMs: number | null;
  readonly nowMs: number;
  /** The largest time given so far to an arrival of its thread without an explicit time; null without such. */
  readonly lastArrivalMs: number | null;
}

/** When an arrival is due, and what its thread remembers of it. */
export interface ScheduledArrival {
  readonly scheduledAtMs: number;
  readonly lastArrivalMs: number | null;
}

/**
 * Gives an arrival its time (R4): an explicit one is kept, even in the past, and pushes nobody; without one
 * it is the later of now and the thread's last such arrival, so that a clock that steps back changes no order.
 */
export const scheduleArrival = (arrival: Arrival): ScheduledArrival => {
  if (arrival.requestedAtMs !== null) {
    return { scheduledAtMs: arrival.requestedAtMs, lastArrivalMs: arrival.lastArrivalMs };
  }
  const scheduledAtMs = Math.max(arrival.nowMs, arrival.lastArrivalMs ?? arrival.nowMs);
  return { scheduledAtMs, lastArrivalMs: scheduledAtMs };
};

/** When a restarted task is due (R9): a time before now becomes now, so a restart never jumps the line. */
export const scheduleRestart = (requestedAtMs: number | null, nowMs: number): number =>
  Math.max(requestedAtMs ?? nowMs, nowMs);

/** How a queue orders what may be dequeued. */
export type Ordering = 'scheduled' | 'fair';

/**
 * The time under which a new candidate stands in its queue's line: its `scheduledAt`; in a fair queue not
 * before now, so that the next head of a deep thread joins the end of the line.
 */
export const candidateAtMs = (ordering: Ordering, scheduledAtMs: number, nowMs: number): number =>
  ordering === 'fair' ? Math.max(scheduledAtMs, nowMs) : scheduledAtMs;

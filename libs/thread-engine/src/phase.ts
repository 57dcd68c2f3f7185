/** Why an ENQUEUED task is not running. */
export type Phase = 'paused' | 'waiting' | 'backoff' | 'scheduled' | 'ready';

/** What the phase of an ENQUEUED task depends on. */
export interface EnqueuedStanding {
  readonly isQueuePaused: boolean;
  /** From when the task may be dequeued; null while it stands behind another member of its thread. */
  readonly readyAtMs: number | null;
  readonly attempt: number;
  readonly nowMs: number;
}

/** The phase of an ENQUEUED task: the first that holds, in the order of the semantics. Never stored. */
export const phaseOf = (standing: EnqueuedStanding): Phase => {
  if (standing.isQueuePaused) return 'paused';
  if (standing.readyAtMs === null) return 'waiting';
  if (standing.readyAtMs <= standing.nowMs) return 'ready';
  return standing.attempt > 0 ? 'backoff' : 'scheduled';
};

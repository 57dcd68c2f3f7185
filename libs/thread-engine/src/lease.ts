/** What a settled attempt came to. */
export type SettledAs = 'completed' | 'retrying' | 'dead';

/** Where a task stands when somebody comes with a lease token. */
export interface TaskStanding {
  /** False for an unknown or deleted task, or one past its retention. */
  readonly exists: boolean;
  /** The token of the lease that holds the task now. */
  readonly currentToken: string | null;
  /** What the token that the caller brings has settled before, if it has. */
  readonly settledAs: SettledAs | null;
}

/** Whether a token still proves a lease (R12). */
export type ClaimVerdict =
  | { readonly kind: 'current' }
  | { readonly kind: 'task_not_found' }
  | { readonly kind: 'lease_lost' }
  | { readonly kind: 'already_settled'; readonly outcome: SettledAs };

/** Judges a lease token (R12): only the current one acts; the one that settled the task learns what it did. */
export const judgeClaim = (standing: TaskStanding, token: string): ClaimVerdict => {
  if (!standing.exists) return { kind: 'task_not_found' };
  if (standing.currentToken === token) return { kind: 'current' };
  if (standing.settledAs !== null) return { kind: 'already_settled', outcome: standing.settledAs };
  return { kind: 'lease_lost' };
};

/** A lease to be given or prolonged. */
export interface LeaseTerm {
  readonly startedAtMs: number;
  readonly nowMs: number;
  readonly extendMs: number;
  /** The longest a lease may last in all; 0 for no bound. */
  readonly maxRunMs: number;
}

/** When a lease lapses unless it is prolonged again: never past `maxRunMs` from its start. */
export const leaseExpiryMs = (term: LeaseTerm): number => {
  const wanted = term.nowMs + term.extendMs;
  return term.maxRunMs === 0 ? wanted : Math.min(wanted, term.startedAtMs + term.maxRunMs);
};

/** A task that its worker hands back, or whose dequeue is undone. */
export interface ReleasedTask {
  readonly attempt: number;
  readonly scheduledAtMs: number;
  /** The delay asked for, or null to keep the old time. */
  readonly delayMs: number | null;
  readonly nowMs: number;
}

/** Hands a task back: the dequeue does not count as an attempt (R11). */
export const decideRelease = (released: ReleasedTask): { attempt: number; scheduledAtMs: number } => ({
  attempt: released.attempt - 1,
  scheduledAtMs: released.delayMs === null ? released.scheduledAtMs : released.nowMs + released.delayMs,
});

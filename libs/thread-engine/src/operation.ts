/** Where a durable operation on dead tasks is. */
export type OperationState = 'running' | 'paused' | 'canary' | 'completed' | 'cancelled' | 'failed';

/** How fast an operation may go: up to when its allowance is used up, in microseconds. */
export interface Pace {
  readonly perSecond: number;
  readonly usedUntilUs: number;
}

/** All of an operation that its next step depends on. */
export interface OperationStanding {
  readonly action: 'restart' | 'delete';
  readonly state: OperationState;
  readonly undo: 'running' | 'completed' | null;
  readonly total: number;
  /** Restarted and not undone since, or deleted. */
  readonly done: number;
  readonly failed: number;
  readonly undone: number;
  readonly canary: number | null;
  readonly isPastCanary: boolean;
  /** What became of the restarted tasks; those that are still to end are not among them. */
  readonly ended: { readonly passed: number; readonly failedAgain: number; readonly deleted: number };
  readonly isVerified: boolean;
  readonly pace: Pace | null;
}

/** What to do next for an operation. */
export type OperationStep =
  | { readonly kind: 'work' | 'undo'; readonly most: number }
  | { readonly kind: 'await-canary' | 'pass-canary' | 'fail-canary' | 'verify' | 'rest' }
  | { readonly kind: 'finish'; readonly state: 'completed' | 'failed' };

/** What an operator may ask of an operation. */
export type OperationCommand = 'pause' | 'resume' | 'cancel' | 'undo';

/** What a command makes of an operation, or why it cannot be. */
export type CommandVerdict =
  | Pick<OperationStanding, 'state' | 'isPastCanary' | 'undo'>
  | { readonly refusal: 'has-ended' | 'cannot-return' };

const secondUs = 1_000_000;

/** How much of a pace's allowance is left: at most what a second allows, so that a late start is no burst. */
export const allowanceAt = ({ perSecond, usedUntilUs }: Pace, nowUs: number): number => {
  const fromUs = Math.max(usedUntilUs, nowUs - secondUs);
  // Nothing is ever used further ahead than the last task's share: more means that the clock has stepped back.
  if (fromUs - nowUs > Math.ceil(secondUs / perSecond)) return 1;
  return Math.max(0, Math.floor(((nowUs - fromUs) * perSecond) / secondUs));
};

/** The pace after so many tasks at this time; a clock that stepped back holds nothing up. */
export const paceAfter = (pace: Pace, nowUs: number, tasks: number): Pace => {
  const fromUs = Math.min(Math.max(pace.usedUntilUs, nowUs - secondUs), nowUs);
  return { ...pace, usedUntilUs: fromUs + Math.ceil((tasks * secondUs) / pace.perSecond) };
};

/** A pace that begins now: one task may go at once. */
export const freshPace = (perSecond: number, nowUs: number): Pace => ({
  perSecond,
  usedUntilUs: nowUs - Math.ceil(secondUs / perSecond),
});

/** How many restarted tasks are still to end. */
export const waitingOf = ({ action, done, ended }: OperationStanding): number =>
  action === 'delete' ? 0 : Math.max(0, done - ended.passed - ended.failedAgain - ended.deleted);

/** Whether an operation works no more of its own accord. */
export const hasEnded = ({ state }: Pick<OperationStanding, 'state'>): boolean =>
  state === 'completed' || state === 'cancelled' || state === 'failed';

const decideRunning = (standing: OperationStanding, nowUs: number, most: number): OperationStep => {
  const { total, done, failed, undone, canary, isPastCanary, pace } = standing;
  const restarted = done + undone;
  if (done + failed + undone >= total) {
    return { kind: 'finish', state: restarted > 0 || total === 0 ? 'completed' : 'failed' };
  }
  const canaryLeft = canary === null || isPastCanary ? most : canary - restarted;
  if (canaryLeft <= 0) return { kind: 'await-canary' };
  const allowed = pace === null ? most : allowanceAt(pace, nowUs);
  return allowed === 0 ? { kind: 'rest' } : { kind: 'work', most: Math.min(most, canaryLeft, allowed) };
};

/**
 * Decides an operation's next step, of at most so many tasks. An undo goes before all else. A canary is judged when
 * each of its tasks has ended: the operation goes on if none failed again, and pauses otherwise.
 */
export const decideOperation = (
  standing: OperationStanding,
  { nowUs, most }: { readonly nowUs: number; readonly most: number },
): OperationStep => {
  if (standing.undo === 'running') return { kind: 'undo', most };
  const isAwaited = waitingOf(standing) > 0;
  switch (standing.state) {
    case 'running':
      return decideRunning(standing, nowUs, most);
    case 'canary':
      if (isAwaited) return { kind: 'rest' };
      return { kind: standing.ended.failedAgain === 0 ? 'pass-canary' : 'fail-canary' };
    case 'paused':
      return { kind: 'rest' };
    case 'completed':
    case 'cancelled':
    case 'failed':
      return { kind: isAwaited || standing.isVerified ? 'rest' : 'verify' };
  }
};

/** Decides what an operator's command makes of an operation. What holds already is granted again. */
export const decideCommand = (standing: OperationStanding, command: OperationCommand): CommandVerdict => {
  const { action, state, isPastCanary, undo, canary, done } = standing;
  switch (command) {
    case 'pause':
      return hasEnded(standing) ? { refusal: 'has-ended' } : { state: 'paused', isPastCanary, undo };
    case 'resume': {
      if (hasEnded(standing)) return { refusal: 'has-ended' };
      const isCanaryOut = canary !== null && done >= canary && state !== 'running';
      return { state: 'running', isPastCanary: isPastCanary || isCanaryOut, undo };
    }
    case 'cancel':
      if (state === 'completed' || state === 'failed') return { refusal: 'has-ended' };
      return { state: 'cancelled', isPastCanary, undo };
    case 'undo':
      if (action === 'delete') return { refusal: 'cannot-return' };
      return { state: hasEnded(standing) ? state : 'cancelled', isPastCanary, undo: 'running' };
  }
};

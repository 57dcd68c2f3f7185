import type { DatabaseTrouble } from './database-error.js';

/** What to do after a transaction failed. */
export type RetryVerdict =
  | { readonly action: 'retry'; readonly delayMs: number }
  | { readonly action: 'unavailable' }
  | { readonly action: 'rethrow' };

const deadlockTries = 20;
const deadlockDelayMs = 10;
const longestDeadlockDelayMs = 200;
const connectionTries = 3;
const connectionDelayMs = 50;

/** How often one transaction is tried again, and after how long; one instance a transaction. */
export class RetryPolicy {
  /** `lockTimeoutTries`: how often it may wait out the lock timeout. */
  constructor(private readonly lockTimeoutTries = 2) {}

  private deadlocks = 0;
  private lockTimeouts = 0;
  private lostConnections = 0;

  /** Decides after a failure; `chance` (0 to 1) spreads those that collided. */
  after(trouble: DatabaseTrouble, chance: number): RetryVerdict {
    switch (trouble) {
      case 'deadlock':
        this.deadlocks += 1;
        if (this.deadlocks >= deadlockTries) return { action: 'unavailable' };
        return {
          action: 'retry',
          delayMs: chance * Math.min(longestDeadlockDelayMs, deadlockDelayMs * this.deadlocks),
        };
      case 'lock-timeout':
        this.lockTimeouts += 1;
        return this.lockTimeouts >= this.lockTimeoutTries
          ? { action: 'unavailable' }
          : { action: 'retry', delayMs: 0 };
      case 'connection-lost':
        return this.afterLostConnection();
      case 'unreachable':
      case 'cannot-write':
        return { action: 'unavailable' };
      case 'duplicate-key':
      case 'other':
        return { action: 'rethrow' };
    }
  }

  private afterLostConnection(): RetryVerdict {
    this.lostConnections += 1;
    if (this.lostConnections >= connectionTries) return { action: 'unavailable' };
    return { action: 'retry', delayMs: connectionDelayMs * this.lostConnections };
  }
}

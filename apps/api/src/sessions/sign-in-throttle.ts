import { AttemptWindow } from '../platform/auth/attempt-window.js';
import { SpoolError } from '../platform/spool-error.js';

const windowMs = 15 * 60_000;
/** One address guessing one user. */
const attemptsPerPair = 5;
/** One address guessing many users. */
const attemptsPerAddress = 30;
/** Many addresses guessing one user: high, so that nobody can lock an operator out cheaply. */
const attemptsPerUsername = 100;

/** Slows guessing of passwords: per user and address, per address, and per user from everywhere; on each replica. */
export class SignInThrottle {
  private readonly pairs = new AttemptWindow({ attempts: attemptsPerPair, windowMs });
  private readonly addresses = new AttemptWindow({ attempts: attemptsPerAddress, windowMs });
  private readonly usernames = new AttemptWindow({ attempts: attemptsPerUsername, windowMs });

  constructor(private readonly readClockMs: () => number = () => performance.now()) {}

  /** Counts an attempt before it is made, so that parallel ones count too. Throws `rate_limited` when there were too many. */
  begin(username: string, address: string): void {
    const now = this.readClockMs();
    const pair = this.pairOf(username, address);
    const waitMs = Math.max(
      this.pairs.waitMs(pair, now),
      this.addresses.waitMs(address, now),
      this.usernames.waitMs(username, now),
    );
    if (waitMs > 0) {
      throw new SpoolError('rate_limited', 'Too many failed sign-ins: wait before trying again.', {
        retryAfterSeconds: waitMs / 1_000,
      });
    }
    this.pairs.add(pair, now);
    this.addresses.add(address, now);
    this.usernames.add(username, now);
  }

  /**
   * Forgets the failures of a user at an address that has just shown the right password. The wider counts only lose
   * this one attempt: an account of one's own must not clear the way for guessing others.
   */
  succeeded(username: string, address: string): void {
    const now = this.readClockMs();
    this.pairs.clear(this.pairOf(username, address));
    this.addresses.forgive(address, now);
    this.usernames.forgive(username, now);
  }

  private pairOf(username: string, address: string): string {
    return JSON.stringify([username, address]);
  }
}

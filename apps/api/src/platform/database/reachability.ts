import { DatabaseUnavailable } from './database-unavailable.js';

/** While the server does not answer, one call in this time is let through to find out. */
const tryEveryMs = 500;

/**
 * What a replica knows of its way to the server, over all its connections. Once the server was found not to answer,
 * calls are refused at once instead of each waiting in vain.
 */
export class Reachability {
  private readonly provenAtMs = new WeakMap<object, number>();
  private doubtedAtMs = Number.NEGATIVE_INFINITY;
  private isAway = false;
  private triedAtMs = 0;

  constructor(private readonly readClockMs: () => number = () => performance.now()) {}

  /** Throws {@link DatabaseUnavailable} while the server is known not to answer, but for a call now and then that tries. */
  admit(): void {
    const now = this.readClockMs();
    if (this.isAway && now - this.triedAtMs < tryEveryMs)
      throw new DatabaseUnavailable('The database does not answer: try again shortly.');
    this.triedAtMs = now;
  }

  /** The server did not answer within its time. */
  noteAway(): void {
    this.isAway = true;
    this.triedAtMs = this.readClockMs();
  }

  /** The server answered over a connection. */
  noteAnswer(connection: object): void {
    this.isAway = false;
    this.provenAtMs.set(connection, this.readClockMs());
  }

  /** A connection was lost, or leads to a server that no longer writes: the others may lead there too. */
  doubtOthers(): void {
    this.doubtedAtMs = this.readClockMs();
  }

  /** Whether a connection is new or has answered since one was lost. */
  trusts(connection: object): boolean {
    return (this.provenAtMs.get(connection) ?? Number.POSITIVE_INFINITY) > this.doubtedAtMs;
  }
}

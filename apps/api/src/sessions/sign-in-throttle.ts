import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { Gate } from '../platform/gate.js';
import { addressGroupOf } from '../platform/http/address-group.js';
import { SpoolError } from '../platform/spool-error.js';
import { countAttempts, forgetAttempts, takeBackAttempt } from '../store/sign-in-attempt-store.js';

/** Who tries to sign in as whom. */
export interface SignInAttempt {
  readonly username: string;
  readonly address: string;
}

/** One address guessing one user. */
const attemptsPerPair = 5;
/** One address guessing many users. */
const attemptsPerAddress = 30;
/** Many addresses guessing one user: high, so that nobody can lock an operator out cheaply. */
const attemptsPerUsername = 100;
/** One address going to the identity provider: high, since no password is guessed and a whole office may share it. */
const beginningsPerAddress = 100;
/** Checking a password takes a processor and 19 MiB for a while: strangers must not take them from everybody else. */
const passwordsAtOnce = { atOnce: 2, waiting: 100 };
/** Counting who goes to the provider takes one row's lock and a connection each. */
const beginningsAtOnce = { atOnce: 2, waiting: 100 };
const tooMany = 'Too many sign in at this moment: try again shortly.';

const subjectOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const subjectsOf = ({ username, address }: SignInAttempt) => ({
  pair: subjectOf('pair', username, addressGroupOf(address)),
  address: subjectOf('address', addressGroupOf(address)),
  username: subjectOf('username', username),
});

/** Slows guessing of passwords: per user and address, per address, and per user from everywhere; over all replicas. */
@Injectable()
export class SignInThrottle {
  private readonly passwords = new Gate(passwordsAtOnce, tooMany);
  private readonly beginnings = new Gate(beginningsAtOnce, tooMany);

  constructor(private readonly database: Database) {}

  /**
   * Makes an attempt, counted before it is made so that parallel ones count too, and a few at a time. Throws
   * `rate_limited` when there were too many (an attempt that is refused does not count), `unavailable` when too many wait.
   */
  async attempt<Result>(attempt: SignInAttempt, make: () => Promise<Result>): Promise<Result> {
    const subjects = subjectsOf(attempt);
    return await this.passwords.pass(async () => {
      await this.count([
        [subjects.pair, attemptsPerPair],
        [subjects.address, attemptsPerAddress],
        [subjects.username, attemptsPerUsername],
      ]);
      return await make();
    });
  }

  /** Counts a sign-in that begins at the identity provider. Throws `rate_limited`, `unavailable`. */
  async beginAtProvider(address: string): Promise<void> {
    const subject = subjectOf('provider', addressGroupOf(address));
    await this.beginnings.pass(() => this.count([[subject, beginningsPerAddress]]));
  }

  /**
   * Forgets the failures of a user at an address that has just shown the right password. The wider counts only lose
   * this one attempt: an account of one's own must not clear the way for guessing others.
   */
  async succeeded(sql: Sql, attempt: SignInAttempt): Promise<void> {
    const { pair, address, username } = subjectsOf(attempt);
    await forgetAttempts(sql, pair);
    await takeBackAttempt(sql, [address, username]);
  }

  private async count(limits: readonly (readonly [subject: string, most: number])[]): Promise<void> {
    await this.database.write(async (sql) => {
      const counted = await countAttempts(
        sql,
        limits.map(([subject]) => subject),
      );
      const waitsMs = limits.flatMap(([subject, most]) => {
        const { attempts = 0, windowEndsInMs = 0 } = counted.get(subject) ?? {};
        return attempts > most ? [windowEndsInMs] : [];
      });
      if (waitsMs.length === 0) return;
      throw new SpoolError('rate_limited', 'Too many sign-ins were tried: wait before trying again.', {
        retryAfterSeconds: Math.max(...waitsMs) / 1_000,
      });
    });
  }
}

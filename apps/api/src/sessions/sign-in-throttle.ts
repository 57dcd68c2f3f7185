import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { addressGroupOf } from '../platform/http/address-group.js';
import type { Sql } from '../platform/database/sql.js';
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
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt before it is made, so that parallel ones count too. Throws `rate_limited` when there were too many;
   * an attempt that is refused does not count.
   */
  async begin(attempt: SignInAttempt): Promise<void> {
    const subjects = subjectsOf(attempt);
    await this.count([
      [subjects.pair, attemptsPerPair],
      [subjects.address, attemptsPerAddress],
      [subjects.username, attemptsPerUsername],
    ]);
  }

  /** Counts a sign-in that begins at the identity provider. Throws `rate_limited`. */
  async beginAtProvider(address: string): Promise<void> {
    await this.count([[subjectOf('provider', address), beginningsPerAddress]]);
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

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Credentials } from '@spool/contracts';
import { hashSecret } from '../platform/auth/api-key-format.js';
import { passwordMatches } from '../platform/auth/passwords.js';
import { Database } from '../platform/database/database.js';
import { SpoolError } from '../platform/spool-error.js';
import { findOperator } from '../store/operator-store.js';
import {
  deleteExpiredSessions,
  deleteSession,
  findSession,
  insertSession,
  type SessionRecord,
} from '../store/session-store.js';
import { SignInThrottle } from './sign-in-throttle.js';

/** A session that has just begun; the token is the only trace of it outside the database. */
export interface BegunSession {
  readonly token: string;
  readonly session: SessionRecord;
}

const tokenBytes = 32;

/** Operators' sessions: begun with a password, looked at, ended. */
@Injectable()
export class SessionsService {
  private readonly throttle = new SignInThrottle();

  constructor(private readonly database: Database) {}

  /** Begins a session. Throws `rate_limited`, or `unauthenticated` for an unknown user as for a wrong password. */
  async begin({ username, password }: Credentials, address: string): Promise<BegunSession> {
    this.throttle.begin(username, address);
    const operator = await this.database.read((sql) => findOperator(sql, username));
    const isRight = await passwordMatches(password, operator?.passwordHash ?? null);
    if (operator === null || !isRight) {
      throw new SpoolError('unauthenticated', 'The user name or the password is wrong.');
    }
    this.throttle.succeeded(username, address);
    return await this.store(operator.username);
  }

  /** The session of a token; null when it has ended. */
  async find(token: string): Promise<SessionRecord | null> {
    return await this.database.read((sql) => findSession(sql, hashSecret(token)));
  }

  /** Ends a session on every replica. */
  async end(token: string): Promise<void> {
    await this.database.write((sql) => deleteSession(sql, hashSecret(token)));
  }

  private async store(username: string): Promise<BegunSession> {
    const token = randomBytes(tokenBytes).toString('base64url');
    const tokenHash = hashSecret(token);
    const session = await this.database.write(async (sql) => {
      await deleteExpiredSessions(sql);
      await insertSession(sql, tokenHash, username);
      return await findSession(sql, tokenHash);
    });
    if (session === null) throw new Error('The session was not stored.');
    return { token, session };
  }
}

import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Credentials, Page } from '@spool/contracts';
import type { Act } from '../platform/act.js';
import { hashSecret } from '../platform/auth/api-key-format.js';
import { passwordMatches } from '../platform/auth/passwords.js';
import { operatorCaller, strangerCaller } from '../platform/auth/roles.js';
import { hexInCursor, msInCursor, pageOfRows, readCursor, writeCursor } from '../platform/cursor.js';
import { Database } from '../platform/database/database.js';
import type { Sql } from '../platform/database/sql.js';
import { SpoolError } from '../platform/spool-error.js';
import { recordAct } from '../store/audit-log-store.js';
import { findOperator, noteSignedIn, type OperatorRecord } from '../store/operator-store.js';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionById,
  findSession,
  insertSession,
  listSessions,
  sessionIdOf,
  type OwnSessionRecord,
  type SessionRecord,
} from '../store/session-store.js';
import { SignInThrottle } from './sign-in-throttle.js';
import { actOfVisitor, type Visitor } from './visitor.js';

/** A session that has just begun; the token is the only trace of it outside the database. */
export interface BegunSession {
  readonly token: string;
  readonly session: SessionRecord;
}

const tokenBytes = 32;

/** A token that nobody can guess. */
export const newToken = (): string => randomBytes(tokenBytes).toString('base64url');

const cursorScope = { list: 'sessions' };

/** Operators' sessions: begun, looked at, ended. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly database: Database,
    private readonly throttle: SignInThrottle,
  ) {}

  /** Begins a session with a password. Throws `rate_limited`, or `unauthenticated` for an unknown user as for a wrong password. */
  async begin(credentials: Credentials, visitor: Visitor): Promise<BegunSession> {
    const attempt = { username: credentials.username, address: visitor.address };
    return await this.throttle.attempt(attempt, async () => {
      const operator = await this.prove(credentials, visitor);
      await this.database.write((sql) => this.throttle.succeeded(sql, attempt));
      return await this.beginFor(operator, visitor);
    });
  }

  /** Counts a sign-in that begins at the identity provider. Throws `rate_limited`. */
  async countProviderSignIn({ address }: Visitor): Promise<void> {
    await this.throttle.beginAtProvider(address);
  }

  /** Begins a session for an operator who has proven who it is; a session always has a token of its own. Throws `unauthenticated`. */
  async beginFor(operator: OperatorRecord, visitor: Visitor): Promise<BegunSession> {
    const token = newToken();
    const tokenHash = hashSecret(token);
    const session = await this.database.write(async (sql) => {
      if (!(await noteSignedIn(sql, operator))) throw overtaken();
      await deleteExpiredSessions(sql);
      await insertSession(sql, { tokenHash, username: operator.username, ...visitor });
      recordAct(sql, actOfVisitor('session.begin', operatorCaller(operator), visitor), {
        target: { type: 'session', id: sessionIdOf(tokenHash) },
      });
      return await findSession(sql, tokenHash);
    });
    if (session === null) throw overtaken();
    return { token, session };
  }

  /** The session of a token; null when it has ended. */
  async find(token: string): Promise<SessionRecord | null> {
    return await this.database.read((sql) => findSession(sql, hashSecret(token)));
  }

  /** One's own sessions, newest first. */
  async list(
    username: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Page<OwnSessionRecord>> {
    const [createdAt, id] = readCursor(cursorScope, cursor, [msInCursor, hexInCursor]) ?? [];
    const after = createdAt === undefined || id === undefined ? null : { createdAtMs: Number(createdAt), id };
    const rows = await this.database.read((sql) => listSessions(sql, username, after, limit + 1));
    return pageOfRows(
      rows,
      limit,
      (row) => row,
      ({ createdAtMs, tokenHash }) => writeCursor(cursorScope, [String(createdAtMs), sessionIdOf(tokenHash)]),
    );
  }

  /** Ends the session of a token on every replica. */
  async end(token: string, act: Act): Promise<void> {
    const tokenHash = hashSecret(token);
    await this.database.write(async (sql) => {
      if (await deleteSession(sql, tokenHash)) noteEnd(sql, sessionIdOf(tokenHash), act);
    });
  }

  /** Ends one of the caller's own sessions on every replica. Throws `not_found`. */
  async endOne(id: string, act: Act): Promise<void> {
    await this.database.write(async (sql) => {
      const isOwn = await deleteSessionById(sql, act.caller.actor.name, id);
      if (!isOwn) throw new SpoolError('not_found', `You have no session ${id}.`);
      noteEnd(sql, id, act);
    });
  }

  private async prove({ username, password }: Credentials, visitor: Visitor): Promise<OperatorRecord> {
    const operator = await this.database.read((sql) => findOperator(sql, username));
    const isRight = await passwordMatches(password, operator?.passwordHash ?? null);
    if (operator !== null && isRight && operator.isEnabled) return operator;
    await this.noteRefusal(username, visitor);
    throw new SpoolError('unauthenticated', 'The user name or the password is wrong.');
  }

  private async noteRefusal(username: string, visitor: Visitor): Promise<void> {
    const act = actOfVisitor('session.refuse', strangerCaller(username), visitor);
    await this.database.write(async (sql) => recordAct(sql, act, { target: { type: 'session', id: null } }));
  }
}

/** What was proven held no longer when the session was to begin. */
const overtaken = (): SpoolError =>
  new SpoolError('unauthenticated', 'This operator was changed at this moment: sign in again.');

const noteEnd = (sql: Sql, id: string, act: Act): void =>
  recordAct(sql, act, { target: { type: 'session', id } });

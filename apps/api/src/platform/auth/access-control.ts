import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { findSession, touchSession } from '../../store/session-store.js';
import type { Caller } from '../caller.js';
import { CONFIG, type Config } from '../config/config.js';
import { UrgentDatabase } from '../database/urgent-database.js';
import { SpoolError } from '../spool-error.js';
import { ApiKeyAccess } from './api-key-access.js';
import { bearerKey, hashSecret } from './api-key-format.js';
import { checkOrigin } from './origin-check.js';
import { operatorCaller } from './roles.js';
import { readSessionToken } from './session-cookie.js';

const howToAuthenticate = 'Send an API key as "Authorization: Bearer <key>", or sign in.';
/** The same for each reason: who guesses learns nothing about a key. */
const refusedKey = 'This API key is unknown, revoked or expired.';
const endedSession = 'This session has ended: sign in again.';

const unauthenticated = (detail: string): SpoolError => new SpoolError('unauthenticated', detail);

/** Decides who makes a request. */
@Injectable()
export class AccessControl {
  constructor(
    private readonly apiKeys: ApiKeyAccess,
    private readonly database: UrgentDatabase,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Who makes a request: the key's or the session's caller. Throws `unauthenticated`, or `forbidden` for a foreign page. */
  async authenticate(request: FastifyRequest): Promise<Caller> {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) return await this.callerOfKey(authorization);
    const token = readSessionToken(cookie);
    if (token === null) throw unauthenticated(howToAuthenticate);
    return await this.callerOfSession(request, token);
  }

  /**
   * Who a request that waits comes from by now; null once its key was revoked or its session has ended, which waiting
   * does not prolong.
   */
  async authenticateAgain(request: FastifyRequest): Promise<Caller | null> {
    const { authorization, cookie } = request.headers;
    if (authorization !== undefined) {
      const key = bearerKey(authorization);
      return key === null ? null : await this.apiKeys.callerOf(key);
    }
    const token = readSessionToken(cookie);
    if (token === null) return null;
    const session = await this.database.read((sql) => findSession(sql, hashSecret(token)));
    return session === null ? null : operatorCaller(session.operator);
  }

  private async callerOfKey(authorization: string): Promise<Caller> {
    const key = bearerKey(authorization);
    if (key === null) throw unauthenticated(howToAuthenticate);
    const caller = await this.apiKeys.callerOf(key);
    if (caller === null) throw unauthenticated(refusedKey);
    return caller;
  }

  private async callerOfSession(request: FastifyRequest, token: string): Promise<Caller> {
    const tokenHash = hashSecret(token);
    const session = await this.database.read((sql) => findSession(sql, tokenHash));
    if (session === null) throw unauthenticated(endedSession);
    checkOrigin(request, this.config.publicUrl);
    if (session.isStale) await this.database.write((sql) => touchSession(sql, tokenHash));
    return operatorCaller(session.operator);
  }
}

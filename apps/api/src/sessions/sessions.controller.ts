import { Controller, Inject } from '@nestjs/common';
import { routes, type OwnSession } from '@spool/contracts';
import { hashSecret } from '../platform/auth/api-key-format.js';
import { checkOrigin } from '../platform/auth/origin-check.js';
import { endedSessionCookie, sessionCookie } from '../platform/auth/session-cookie.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import { sessionIdOf, type OwnSessionRecord } from '../store/session-store.js';
import { OwnPasswordService } from './own-password.service.js';
import { requireSecureTransport } from './secure-transport.js';
import { sessionAnswer, type SessionAnswer } from './session-answer.js';
import { tokenOf } from './session-token.js';
import { SessionsService } from './sessions.service.js';
import { visitorOf } from './visitor.js';

const ownSessionOf = (record: OwnSessionRecord, currentHash: Buffer): OwnSession => ({
  id: sessionIdOf(record.tokenHash),
  createdAt: isoTime(record.createdAtMs),
  lastUsedAt: isoTime(record.lastUsedAtMs),
  expiresAt: isoTime(record.expiresAtMs),
  address: record.address,
  userAgent: record.userAgent,
  current: record.tokenHash.equals(currentHash),
});

/** Signing in to the console, and what operators do with sessions of their own. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    private readonly ownPassword: OwnPasswordService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serves(routes.signIn)
  async signIn({ body, request, reply }: Call<typeof routes.signIn>): Promise<SessionAnswer> {
    if (this.config.localSignIn === 'off') {
      throw new SpoolError('forbidden', 'Signing in with a password is switched off: SPOOL_LOCAL_SIGN_IN.');
    }
    requireSecureTransport(request);
    checkOrigin(request, this.config.publicUrl);
    const { token, session } = await this.sessions.begin(body, visitorOf(request));
    reply.header('set-cookie', sessionCookie(token)).header('cache-control', 'no-store');
    return sessionAnswer(session);
  }

  @Serves(routes.getSession)
  async get({ request }: Call<typeof routes.getSession>): Promise<SessionAnswer> {
    const session = await this.sessions.find(tokenOf(request));
    if (session === null) throw new SpoolError('unauthenticated', 'The session has ended: sign in again.');
    return sessionAnswer(session);
  }

  @Serves(routes.signOut)
  async signOut({ request, reply, act }: Call<typeof routes.signOut>): Promise<void> {
    await this.sessions.end(tokenOf(request), act);
    reply.header('set-cookie', endedSessionCookie());
  }

  @Serves(routes.changePassword)
  async changePassword({ body, request, act }: Call<typeof routes.changePassword>): Promise<void> {
    requireSecureTransport(request);
    await this.ownPassword.change(body, tokenOf(request), act);
  }

  @Serves(routes.listSessions)
  async list({
    query,
    request,
    caller,
  }: Call<typeof routes.listSessions>): Promise<AnswerOf<typeof routes.listSessions>> {
    const currentHash = hashSecret(tokenOf(request));
    const { items, nextCursor } = await this.sessions.list(caller.actor.name, query);
    return { items: items.map((item) => ownSessionOf(item, currentHash)), nextCursor };
  }

  @Serves(routes.endSession)
  async end({ params, request, act }: Call<typeof routes.endSession>): Promise<void> {
    tokenOf(request);
    await this.sessions.endOne(params.id, act);
  }
}

import { Controller, Inject } from '@nestjs/common';
import { routes } from '@spool/contracts';
import type { FastifyRequest } from 'fastify';
import { checkOrigin } from '../platform/auth/origin-check.js';
import { permissionsOf } from '../platform/auth/roles.js';
import { endedSessionCookie, readSessionToken, sessionCookie } from '../platform/auth/session-cookie.js';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { SpoolError } from '../platform/spool-error.js';
import { isoTime } from '../platform/times.js';
import type { SessionRecord } from '../store/session-store.js';
import { requireSecureTransport } from './secure-transport.js';
import { SessionsService } from './sessions.service.js';

type Session = AnswerOf<typeof routes.getSession>;

const sessionOf = ({ username, role, expiresAtMs }: SessionRecord): Session => ({
  username,
  role,
  permissions: permissionsOf(role),
  expiresAt: isoTime(expiresAtMs),
});

/** A caller with an API key is known, but has no session: a cookie beside the key does not count. */
const tokenOf = (request: FastifyRequest): string => {
  const token = request.headers.authorization === undefined ? readSessionToken(request.headers.cookie) : null;
  if (token === null) throw new SpoolError('forbidden', 'An API key has no session: sign in to get one.');
  return token;
};

/** Signing in to the console. */
@Controller()
export class SessionsController {
  constructor(
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serves(routes.signIn)
  async signIn({ body, request, reply }: Call<typeof routes.signIn>): Promise<Session> {
    requireSecureTransport(request);
    checkOrigin(request, this.config.publicUrl);
    const { token, session } = await this.sessions.begin(body, request.ip);
    reply.header('set-cookie', sessionCookie(token)).header('cache-control', 'no-store');
    return sessionOf(session);
  }

  @Serves(routes.getSession)
  async get({ request }: Call<typeof routes.getSession>): Promise<Session> {
    const session = await this.sessions.find(tokenOf(request));
    if (session === null) throw new SpoolError('unauthenticated', 'The session has ended: sign in again.');
    return sessionOf(session);
  }

  @Serves(routes.signOut)
  async signOut({ request, reply }: Call<typeof routes.signOut>): Promise<void> {
    await this.sessions.end(tokenOf(request));
    reply.header('set-cookie', endedSessionCookie());
  }
}

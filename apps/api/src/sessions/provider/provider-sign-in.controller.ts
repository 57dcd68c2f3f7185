import { Controller, Inject } from '@nestjs/common';
import { routes } from '@spool/contracts';
import type { FastifyRequest } from 'fastify';
import { checkOrigin } from '../../platform/auth/origin-check.js';
import {
  endedSessionCookie,
  endedSignInCookie,
  readSignInToken,
  sessionCookie,
  signInCookie,
} from '../../platform/auth/session-cookie.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Serves, type AnswerOf, type Call } from '../../platform/serves.js';
import { providerSignInSeconds } from '../../store/provider-sign-in-store.js';
import { requireSecureTransport } from '../secure-transport.js';
import { sessionAnswer } from '../session-answer.js';
import { tokenOf } from '../session-token.js';
import { visitorOf } from '../visitor.js';
import { IdentityProvider } from './identity-provider.js';
import { ProviderSignInService } from './provider-sign-in.service.js';

/** Signing in at the identity provider. */
@Controller()
export class ProviderSignInController {
  constructor(
    private readonly signIns: ProviderSignInService,
    private readonly provider: IdentityProvider,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Serves(routes.getSignInWays)
  getWays(): AnswerOf<typeof routes.getSignInWays> {
    const { name } = this.provider;
    return { local: this.config.localSignIn === 'on', provider: name === null ? null : { name } };
  }

  @Serves(routes.beginProviderSignIn)
  async begin({
    body,
    request,
    reply,
  }: Call<typeof routes.beginProviderSignIn>): Promise<AnswerOf<typeof routes.beginProviderSignIn>> {
    this.checkPage(request);
    const { address, token } = await this.signIns.begin(body.from, visitorOf(request));
    reply
      .header('set-cookie', signInCookie(token, providerSignInSeconds))
      .header('cache-control', 'no-store');
    return { address };
  }

  @Serves(routes.finishProviderSignIn)
  async finish({
    body,
    request,
    reply,
  }: Call<typeof routes.finishProviderSignIn>): Promise<AnswerOf<typeof routes.finishProviderSignIn>> {
    this.checkPage(request);
    reply.header('set-cookie', endedSignInCookie()).header('cache-control', 'no-store');
    const token = readSignInToken(request.headers.cookie);
    const done = await this.signIns.finish(token, body.query, visitorOf(request));
    reply.header('set-cookie', sessionCookie(done.token));
    return { session: sessionAnswer(done.session), from: done.from };
  }

  @Serves(routes.signOutAtProvider)
  async signOut({
    request,
    reply,
    act,
  }: Call<typeof routes.signOutAtProvider>): Promise<AnswerOf<typeof routes.signOutAtProvider>> {
    const address = await this.signIns.end(tokenOf(request), act);
    reply.header('set-cookie', endedSessionCookie()).header('cache-control', 'no-store');
    return { address };
  }

  private checkPage(request: FastifyRequest): void {
    requireSecureTransport(request);
    checkOrigin(request, this.config.publicUrl);
  }
}

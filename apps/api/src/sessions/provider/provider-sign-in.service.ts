import { Injectable } from '@nestjs/common';
import type { Act } from '../../platform/act.js';
import { SpoolError } from '../../platform/spool-error.js';
import type { OperatorRecord } from '../../store/operator-store.js';
import { SessionsService, type BegunSession } from '../sessions.service.js';
import type { Visitor } from '../visitor.js';
import { IdentityProvider, type ProviderIdentity } from './identity-provider.js';
import { PendingSignIns } from './pending-sign-ins.js';
import { ProviderOperators } from './provider-operators.js';

/** A sign-in that has begun: the token binds it to the browser, which goes to the address. */
export interface BegunSignIn {
  readonly token: string;
  readonly address: string;
}

/** A sign-in that is done. */
export interface DoneSignIn extends BegunSession {
  /** The path of the console that was asked for. */
  readonly from: string;
}

/** Sign-ins at the identity provider: begun, finished with its answer, and ended. */
@Injectable()
export class ProviderSignInService {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly pending: PendingSignIns,
    private readonly operators: ProviderOperators,
    private readonly sessions: SessionsService,
  ) {}

  /** Begins a sign-in. Throws `rate_limited`, `unavailable`, or `not_found` where no provider is set up. */
  async begin(returnTo: string, visitor: Visitor): Promise<BegunSignIn> {
    this.provider.requireSettings();
    await this.sessions.countProviderSignIn(visitor);
    const { address, secrets } = await this.provider.begin();
    return { address, token: await this.pending.keep({ ...secrets, returnTo }) };
  }

  /**
   * Begins a session of whom the provider names in its answer. Throws `unauthenticated` when the answer fits no sign-in of
   * this browser or says no, `forbidden` for who may not come in, `unavailable`, and `not_found` as above.
   */
  async finish(token: string | null, query: string, visitor: Visitor): Promise<DoneSignIn> {
    this.provider.requireSettings();
    const { returnTo: from, ...secrets } = await this.pending.take(token);
    const identity = await this.provider.identify(query, secrets);
    const operator = await this.admit(identity, visitor);
    return { ...(await this.sessions.beginFor(operator, visitor)), from };
  }

  /**
   * Ends the session of a token, and tells where its operator signs out at the provider as well; null for a local account,
   * and where the provider has no such place, or does not say.
   */
  async end(token: string, act: Act): Promise<string | null> {
    const session = await this.sessions.find(token);
    await this.sessions.end(token, act);
    return session === null || session.operator.isLocal ? null : await this.provider.signOutAddress();
  }

  private async admit(identity: ProviderIdentity, visitor: Visitor): Promise<OperatorRecord> {
    const { role } = identity;
    const operator = role === null ? null : await this.operators.admit({ ...identity, role }, visitor);
    if (operator?.isEnabled === true) return operator;
    await this.operators.refuse(identity, visitor);
    const known = `You are known at ${this.provider.name ?? 'the provider'} as ${identity.name}, but`;
    throw new SpoolError(
      'forbidden',
      operator === null ? `${known} none of your groups has a role here.` : `${known} are barred here.`,
    );
  }
}

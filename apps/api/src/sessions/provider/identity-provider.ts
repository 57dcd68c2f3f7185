import { isNativeError } from 'node:util/types';
import { Inject, Injectable } from '@nestjs/common';
import type { Role } from '@spool/contracts';
import * as openid from 'openid-client';
import type { Logger } from 'pino';
import { isSecureOrigin } from '../../platform/config/checks.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { LOGGER } from '../../platform/logging/logger.js';
import { SpoolError } from '../../platform/spool-error.js';
import { groupsIn, nameIn, roleOf } from './claims.js';
import { asProviderFailure } from './failures.js';

/** What the provider's answer must fit: known to the browser's own sign-in alone. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Who the provider says it is. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** Never given to anybody else by this issuer; names may be. */
  readonly subject: string;
  readonly name: string;
  /** Null when none of the groups has a role. */
  readonly role: Role | null;
}

const timeoutSeconds = 5;
const clockToleranceSeconds = 30;

/** Where the provider sends the browser back to: a page of the console. */
const answerPath = '/sign-in/answer';

/** Where the provider sends the browser after a sign-out: a page of the console, too. */
const afterSignOutPath = '/sign-in';

/** The message alone: causes hold what the provider sent. */
const reasonOf = (error: unknown): string => (isNativeError(error) ? error.message : String(error));

/** By form where the provider takes that: what a Basic header holds is encoded differently from provider to provider. */
const authenticateClient =
  (secret: string): openid.ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const takesForm = methods.includes('client_secret_post');
    (takesForm ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret))(server, ...rest);
  };

/** How the provider is spoken to. */
export interface ProviderSettings {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: URL;
}

/** The settings' check has made sure that these are there together. */
const providerSettings = ({
  oidcIssuer,
  oidcClientId,
  oidcClientSecret,
  publicUrl,
}: Config): ProviderSettings | null =>
  oidcIssuer === null || oidcClientId === null || oidcClientSecret === null || publicUrl === null
    ? null
    : {
        issuer: new URL(oidcIssuer),
        clientId: oidcClientId,
        clientSecret: oidcClientSecret,
        redirectUri: new URL(answerPath, publicUrl),
      };

/**
 * The identity provider, spoken to by OpenID Connect: authorization code with PKCE. Its addresses and keys are read anew
 * for every sign-in, so that whatever it changed holds at once, and nothing needs it but a sign-in.
 */
@Injectable()
export class IdentityProvider {
  private readonly settings: ProviderSettings | null;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.settings = providerSettings(config);
  }

  /** What people call it; null when none is set up. */
  get name(): string | null {
    return this.settings === null ? null : this.config.oidcName;
  }

  /** How the provider is spoken to. Throws `not_found` when none is set up. */
  requireSettings(): ProviderSettings {
    if (this.settings !== null) return this.settings;
    throw new SpoolError('not_found', 'No identity provider is set up: SPOOL_OIDC_ISSUER is not set.');
  }

  /** The address to which the browser goes, and what the answer must fit. Throws `unavailable`. */
  async begin(): Promise<{ readonly address: string; readonly secrets: SignInSecrets }> {
    return await this.asking(async (settings) => {
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const address = openid.buildAuthorizationUrl(await this.discover(settings), {
        redirect_uri: settings.redirectUri.href,
        scope: this.config.oidcScopes,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      });
      return { address: address.href, secrets };
    });
  }

  /**
   * Who the provider says has signed in. Throws `unauthenticated` for an answer that does not fit or that says no, and
   * `unavailable`.
   */
  async identify(query: string, secrets: SignInSecrets): Promise<ProviderIdentity> {
    return await this.asking(async (settings) => {
      const address = new URL(settings.redirectUri);
      address.search = query;
      const client = await this.discover(settings);
      const tokens = await openid.authorizationCodeGrant(client, address, {
        expectedState: secrets.state,
        expectedNonce: secrets.nonce,
        pkceCodeVerifier: secrets.verifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims();
      if (idToken === undefined) throw new Error('The provider sent no ID token.');
      const claims = await this.completeClaims(client, tokens.access_token, idToken);
      const groups = groupsIn(claims, this.config.oidcGroupsClaim) ?? [];
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        name: nameIn(claims, idToken.sub),
        role: roleOf(groups, this.config.oidcRoles),
      };
    });
  }

  /**
   * Where the browser goes to sign out at the provider too, which sends it back to the sign-in page. The provider is told
   * which client asks, and nothing of the operator, whose tokens were not kept: it may ask whether to go on. Null where that is
   * switched off or the provider offers no such place, or cannot be asked.
   */
  async signOutAddress(): Promise<string | null> {
    if (this.settings === null || this.config.oidcSignOut === 'off') return null;
    try {
      const client = await this.discover(this.settings);
      if (client.serverMetadata().end_session_endpoint === undefined) return null;
      const { redirectUri } = this.settings;
      const returnTo = new URL(afterSignOutPath, redirectUri).href;
      return openid.buildEndSessionUrl(client, { post_logout_redirect_uri: returnTo }).href;
    } catch (error) {
      this.logger.warn(
        { reason: reasonOf(error) },
        'The identity provider could not be asked for its sign-out',
      );
      return null;
    }
  }

  /** The ID token's claims; where it does not list groups, with those that the provider tells when it is asked. */
  private async completeClaims(
    client: openid.Configuration,
    accessToken: string,
    idToken: openid.IDToken,
  ): Promise<object> {
    const isComplete = groupsIn(idToken, this.config.oidcGroupsClaim) !== null;
    if (isComplete || client.serverMetadata().userinfo_endpoint === undefined) return idToken;
    return { ...(await openid.fetchUserInfo(client, accessToken, idToken.sub)), ...idToken };
  }

  private async discover({
    issuer,
    clientId,
    clientSecret,
  }: ProviderSettings): Promise<openid.Configuration> {
    const isOnThisMachine = issuer.protocol === 'http:' && isSecureOrigin(issuer.href);
    return await openid.discovery(
      issuer,
      clientId,
      { [openid.clockTolerance]: clockToleranceSeconds },
      authenticateClient(clientSecret),
      {
        timeout: timeoutSeconds,
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isOnThisMachine ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  }

  private async asking<Result>(work: (settings: ProviderSettings) => Promise<Result>): Promise<Result> {
    const settings = this.requireSettings();
    try {
      return await work(settings);
    } catch (error) {
      this.logger.warn({ reason: reasonOf(error) }, 'A sign-in at the identity provider failed');
      throw asProviderFailure(error, this.config.oidcName);
    }
  }
}

import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Provider, type Configuration, type JWKS } from 'oidc-provider';

/** Somebody whom the provider knows. */
export interface ProviderAccount {
  readonly name: string;
  readonly groups?: readonly string[];
}

interface ProviderOptions {
  /** Where the provider may send browsers back to. */
  readonly redirectUri: string;
  /** Whether the ID token has all claims, or the provider tells them only when it is asked. */
  readonly claimsIn: 'id-token' | 'userinfo';
}

const clientId = 'spool';
const clientSecret = 'a secret of the tests: 0123456789%+';
const keyId = 'signing';

const newKeys = (): JWKS => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] };
};

const publicPart = ({ keys }: JWKS) => ({
  keys: keys.map((key) => ('n' in key ? { kty: key.kty, n: key.n, e: key.e, kid: keyId, alg: 'RS256' } : {})),
});

const page = (uid: string): string => `<!doctype html><title>Provider</title><h1>Who are you?</h1>
<form method="post" action="/interaction/${uid}"><label>Account <input name="account"></label>
<button>Continue</button><button name="cancelled" value="yes">Cancel</button></form>`;

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

/** A certified OpenID Connect provider with accounts of the test's own: it asks for no password. */
export class TestIdentityProvider {
  /** By subject. Changes hold at the next sign-in. */
  readonly accounts = new Map<string, ProviderAccount>();
  private published: object | null = null;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {}

  /** Starts a provider; stop it in the end. */
  static async start(options: ProviderOptions): Promise<TestIdentityProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
    const started = new TestIdentityProvider(server, address.port);
    started.serve(options);
    return started;
  }

  get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The settings with which Spool signs in here. */
  get environment(): Record<string, string> {
    return {
      SPOOL_OIDC_ISSUER: this.issuer,
      SPOOL_OIDC_CLIENT_ID: clientId,
      SPOOL_OIDC_CLIENT_SECRET: clientSecret,
      SPOOL_OIDC_ROLES: 'watchers=viewer; on-call=operator; owners=admin',
      SPOOL_OIDC_NAME: 'Example Login',
    };
  }

  /** Publishes other keys than it signs with, as if somebody else signed; until {@link publishOwnKeys}. */
  publishForeignKeys(): void {
    this.published = publicPart(newKeys());
  }

  publishOwnKeys(): void {
    this.published = null;
  }

  /** Answers nobody any more, until {@link comeBack}. */
  async goAway(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  private serve({ redirectUri, claimsIn }: ProviderOptions): void {
    const provider = new Provider(this.issuer, this.configure(redirectUri, claimsIn));
    provider.use(async (context, next) => {
      await next();
      if (context.path === '/jwks' && this.published !== null) context.body = this.published;
    });
    const answer = provider.callback();
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const [, uid] = /^\/interaction\/([^/?]+)$/.exec(request.url ?? '') ?? [];
      if (uid === undefined) void answer(request, response);
      else if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(page(uid));
      else void this.finish(provider, request, response);
    });
  }

  private async finish(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const form = await readForm(request);
    const result = form.has('cancelled')
      ? { error: 'access_denied', error_description: 'The operator cancelled' }
      : { login: { accountId: form.get('account') ?? '' } };
    await provider.interactionFinished(request, response, result);
  }

  private configure(redirectUri: string, claimsIn: ProviderOptions['claimsIn']): Configuration {
    return {
      jwks: newKeys(),
      ttl: {
        AccessToken: 60,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      cookies: { keys: ['a key of the tests'] },
      conformIdTokenClaims: claimsIn === 'userinfo',
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/interaction/${uid}` },
      claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [new URL('/sign-in', redirectUri).href],
        },
      ],
      findAccount: (_, subject) => {
        const account = this.accounts.get(subject);
        if (account === undefined) return undefined;
        const { name, groups } = account;
        return {
          accountId: subject,
          claims: () => ({ sub: subject, preferred_username: name, ...(groups && { groups: [...groups] }) }),
        };
      },
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId,
          ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    };
  }
}

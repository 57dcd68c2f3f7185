import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig, serviceUrl } from './config.js';
import { settings } from './settings.js';

const databaseUrl = 'mysql://root@127.0.0.1:3306/spool';
const key = `spool_test_${'a'.repeat(40)}`;

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfig({ DATABASE_URL: databaseUrl, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

describe('The settings', () => {
  it('have defaults, but for the database', () => {
    expect(readConfig({ DATABASE_URL: databaseUrl, PORT: '' })).toMatchObject({
      port: 3_000,
      host: '127.0.0.1',
      dataDirectory: '.data',
      publicUrl: null,
      apiKey: null,
      trustedProxies: [],
      databasePoolSize: 10,
      logLevel: 'info',
    });
    expect(() => readConfig({})).toThrow('DATABASE_URL is required');
  });

  it('are read from the environment', () => {
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      PORT: '8080',
      SPOOL_PUBLIC_URL: 'https://spool.example/',
      SPOOL_TRUSTED_PROXIES: '10.0.0.0/8, ::1',
      SPOOL_API_KEY: key,
    });
    expect(config).toMatchObject({ port: 8_080, trustedProxies: ['10.0.0.0/8', '::1'], apiKey: key });
    expect(serviceUrl(config)).toBe('https://spool.example');
  });

  it('end the start with all that is wrong in one message', () => {
    const message = problemOf({ PORT: '99999', SPOOL_LOG_LEVEL: 'loud', SPOOL_DATABASE_POOL_SIZE: '1.5' });
    expect(message).toContain('PORT is a whole number from 1 to 65535');
    expect(message).toContain('SPOOL_LOG_LEVEL is one of fatal, error');
    expect(message).toContain('SPOOL_DATABASE_POOL_SIZE is a whole number');
  });

  it.each([
    ['PORT', '0'],
    ['PORT', '1e3'],
    ['PORT', ' 80'],
    ['DATABASE_URL', 'postgres://localhost/spool'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['SPOOL_PUBLIC_URL', 'spool.example'],
    ['SPOOL_PUBLIC_URL', 'https://spool.example/path'],
    ['SPOOL_TRUSTED_PROXIES', 'everyone'],
    ['SPOOL_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['SPOOL_API_KEY', 'secret'],
    ['SPOOL_ADMIN_PASSWORD', 'short'],
  ])('refuse %s=%s', (name, text) => {
    expect(problemOf({ [name]: text })).toContain(name);
  });

  describe('of OpenID Connect', () => {
    const provider = {
      SPOOL_PUBLIC_URL: 'https://spool.example',
      SPOOL_OIDC_ISSUER: 'https://login.example/realm',
      SPOOL_OIDC_CLIENT_ID: 'spool',
      SPOOL_OIDC_CLIENT_SECRET: 'secret',
      SPOOL_OIDC_ROLES: 'owners=admin',
    };

    it('are right together', () => {
      expect(problemOf(provider)).toBe('');
      expect(problemOf({ ...provider, SPOOL_LOCAL_SIGN_IN: 'off' })).toBe('');
      const onThisMachine = {
        SPOOL_OIDC_ISSUER: 'http://localhost:9',
        SPOOL_PUBLIC_URL: 'http://[::1]:3000',
      };
      expect(problemOf({ ...provider, ...onThisMachine })).toBe('');
    });

    it('name all that is missing at once', () => {
      const message = problemOf({ SPOOL_OIDC_ISSUER: provider.SPOOL_OIDC_ISSUER });
      for (const name of Object.keys(provider).filter((one) => one !== 'SPOOL_OIDC_ISSUER'))
        expect(message).toContain(`${name} is required with SPOOL_OIDC_ISSUER`);
    });

    it.each([
      [{ ...provider, SPOOL_PUBLIC_URL: 'http://spool.example' }, 'SPOOL_PUBLIC_URL is an https address'],
      [{ ...provider, SPOOL_OIDC_ISSUER: 'http://login.example' }, 'SPOOL_OIDC_ISSUER is an https address'],
      [
        { ...provider, SPOOL_OIDC_ISSUER: 'https://login.example/?a' },
        'SPOOL_OIDC_ISSUER is an https address',
      ],
      [{ ...provider, SPOOL_OIDC_ROLES: 'owners=root' }, 'SPOOL_OIDC_ROLES is group=role'],
      [{ ...provider, SPOOL_OIDC_SCOPES: 'profile' }, 'SPOOL_OIDC_SCOPES names the scope openid'],
      [{ SPOOL_OIDC_ROLES: 'owners=admin' }, 'SPOOL_OIDC_ROLES needs SPOOL_OIDC_ISSUER'],
      [{ SPOOL_LOCAL_SIGN_IN: 'off' }, 'SPOOL_LOCAL_SIGN_IN is on without SPOOL_OIDC_ISSUER'],
    ])('refuse %j', (environment, problem) => {
      expect(problemOf(environment)).toContain(problem);
    });
  });

  describe('of TLS to the database', () => {
    const noCertificate = fileURLToPath(import.meta.url);
    const byName = 'mysql://root@database.example/spool';

    it('are right together', () => {
      expect(problemOf({ SPOOL_DATABASE_TLS: 'required' })).toBe('');
      expect(problemOf({ SPOOL_DATABASE_TLS: 'verify-ca' })).toBe('');
      expect(problemOf({ SPOOL_DATABASE_TLS: 'verify-identity', DATABASE_URL: byName })).toBe('');
    });

    it.each([
      [
        { SPOOL_DATABASE_TLS: 'on' },
        'SPOOL_DATABASE_TLS is one of off, required, verify-ca, verify-identity',
      ],
      [
        { SPOOL_DATABASE_TLS_CA: '/nowhere/ca.pem' },
        'SPOOL_DATABASE_TLS_CA is a file that can be read (ENOENT)',
      ],
      [{ SPOOL_DATABASE_TLS_CA: '/' }, 'SPOOL_DATABASE_TLS_CA is a file that can be read (EISDIR)'],
      [{ SPOOL_DATABASE_TLS_CA: noCertificate }, 'SPOOL_DATABASE_TLS_CA is a file of certificates in PEM'],
      [
        { SPOOL_DATABASE_TLS_CERT: noCertificate },
        'SPOOL_DATABASE_TLS_CERT is a file of certificates in PEM',
      ],
      [
        { SPOOL_DATABASE_TLS_KEY: noCertificate },
        'SPOOL_DATABASE_TLS_KEY is a file with a private key in PEM',
      ],
      [
        { SPOOL_DATABASE_TLS_CA: noCertificate },
        'SPOOL_DATABASE_TLS_CA needs SPOOL_DATABASE_TLS, which is off',
      ],
      [
        { SPOOL_DATABASE_TLS: 'required', SPOOL_DATABASE_TLS_CA: noCertificate },
        'SPOOL_DATABASE_TLS_CA needs SPOOL_DATABASE_TLS verify-ca or verify-identity',
      ],
      [
        { SPOOL_DATABASE_TLS: 'required', SPOOL_DATABASE_TLS_CERT: noCertificate },
        'SPOOL_DATABASE_TLS_KEY is required with SPOOL_DATABASE_TLS_CERT',
      ],
      [
        { SPOOL_DATABASE_TLS: 'required', SPOOL_DATABASE_TLS_KEY: noCertificate },
        'SPOOL_DATABASE_TLS_CERT is required with SPOOL_DATABASE_TLS_KEY',
      ],
      [{ SPOOL_DATABASE_TLS: 'verify-identity' }, 'DATABASE_URL names the host that the certificate is for'],
      [
        { SPOOL_DATABASE_TLS: 'verify-identity', DATABASE_URL: 'mysql://root@[::1]/spool' },
        'DATABASE_URL names the host that the certificate is for',
      ],
    ])('refuse %j', (environment, problem) => {
      expect(problemOf(environment)).toContain(problem);
    });
  });

  it('never repeat a secret in a message', () => {
    const secret = 'pass-w0rd';
    expect(problemOf({ DATABASE_URL: `mysql://root:${secret}@`, SPOOL_API_KEY: secret })).not.toContain(
      secret,
    );
  });

  it('each have a line in docs/operations.md, with their default', async () => {
    const page = await readFile(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8');
    for (const { name, defaultText } of Object.values(settings)) {
      const line = page.split('\n').find((text) => text.startsWith(`| \`${name}\` `)) ?? '';
      expect([name, line]).toEqual([name, expect.stringContaining(defaultText)]);
    }
  });
});

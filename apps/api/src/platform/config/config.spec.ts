import { readFile } from 'node:fs/promises';
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

import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { ServerResponse, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openRaw, sendRaw } from '../support/raw-request.js';
import { startSpool, type TestSpool } from '../support/spool.js';

const page = '<!doctype html><title>Spool</title>';
const asPage = { accept: 'text/html,application/xhtml+xml' };
/** More than the buffers of a connection hold. */
const largeFileBytes = 64 * 1024 * 1024;
let folder: string;
let spool: TestSpool;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spool-console-'));
  await mkdir(path.join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'dist', 'index.html'), page);
  await writeFile(path.join(folder, 'dist', 'assets', 'index-4f2a.js'), 'export {};');
  await writeFile(path.join(folder, 'dist', 'assets', 'index-4f2a.js.br'), brotliCompressSync('export {};'));
  await writeFile(path.join(folder, 'dist', 'assets', 'large-77aa.js'), Buffer.alloc(largeFileBytes, ' '));
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  spool = await startSpool({ environment: { SPOOL_CONSOLE_DIR: path.join(folder, 'dist') } });
});

afterAll(async () => {
  await spool.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (target: string, headers = {}) =>
  spool.callAnonymously<string>('GET', target, undefined, headers);

describe('The console', () => {
  it.each(['/', '/queues', '/threads/a%2Fb', '/queues?state=DEAD'])(
    'is served at %s without credentials',
    async (target) => {
      const { status, headers, body } = await get(target, asPage);
      expect([status, body]).toEqual([200, page]);
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-type')).toContain('text/html');
    },
  );

  it('is served at its root whatever is asked for', async () => {
    const { status, body } = await get('/', { accept: '*/*' });
    expect([status, body]).toEqual([200, page]);
  });

  it('has assets that browsers may keep, with a strict policy for what they do', async () => {
    const { status, headers } = await get('/assets/index-4f2a.js');
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', null],
    ['identity', null],
  ])('is sent compressed as it was built: %s gets %s', async (accepted, encoding) => {
    const { status, headers, body } = await get('/assets/index-4f2a.js', { 'accept-encoding': accepted });
    expect([status, headers.get('content-encoding'), body]).toEqual([200, encoding, 'export {};']);
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('vary')).toContain('accept-encoding');
    expect(headers.get('cache-control')).toContain('immutable');
  });

  it('keeps browsers from doing what it never needs', async () => {
    const { headers } = await get('/', { accept: 'text/html' });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;" +
        "font-src 'self';connect-src 'self';object-src 'none';base-uri 'none';form-action 'self';" +
        "frame-ancestors 'none'",
    );
    expect(Object.fromEntries(headers)).toMatchObject({
      'strict-transport-security': expect.stringMatching(/^max-age=[0-9]{8,}/),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('server')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('outlives browsers that hang up in the middle of a file', async () => {
    const server: Server = spool.application.app.getHttpServer();
    for (let visit = 1; visit <= 3; visit += 1) {
      const accepted = once(server, 'request');
      const client = openRaw(spool.url, 'GET /assets/large-77aa.js HTTP/1.1\r\nhost: spool\r\n\r\n');
      const [, response]: unknown[] = await accepted;
      if (!(response instanceof ServerResponse)) throw new Error('The request has no response.');
      await once(client, 'data');
      const closed = once(response, 'close');
      client.destroy();
      await closed;
      expect((await get('/')).status).toBe(200);
      expect(response.writableEnded).toBe(false);
    }
  });

  it.each(['/v1/queues', '/v1/nothing', '/metrics', '/openapi.json', '/health/nothing'])(
    'is not what %s answers to a browser',
    async (target) => {
      expect((await get(target, asPage)).status).toBe(401);
    },
  );

  it('is not an answer to programs, nor to other methods', async () => {
    expect((await get('/queues', { accept: 'application/json' })).status).toBe(401);
    expect((await spool.callAnonymously('POST', '/', {}, asPage)).status).toBe(401);
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/..\\..\\secret.txt',
  ])('does not lead out of its folder by %s', async (target) => {
    const answer = await sendRaw(spool.url, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(answer).not.toMatch(/\r\n\r\nsecret/);
    expect(answer).toMatch(/^HTTP\/1\.1 40[01] /);
  });
});

describe('An answer of the API', () => {
  it('is kept by no cache', async () => {
    expect((await spool.call('GET', '/v1/api-keys')).headers.get('cache-control')).toBe('no-store');
    expect((await spool.callAnonymously('GET', '/v1/api-keys')).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  it('can be asked for by its head alone', async () => {
    const { status, body } = await spool.call('HEAD', '/v1/api-keys');
    expect([status, body]).toEqual([200, undefined]);
    expect((await spool.callAnonymously('HEAD', '/v1/api-keys')).status).toBe(401);
  });
});

import { describe, expect, it } from '@jest/globals';
import { limits, type Problem } from '@spool/contracts';
import { LoadShedder } from '../../src/platform/http/load-shedding.js';
import { sendRaw } from '../support/raw-request.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

const path = '/v1/api-keys';
const key = { name: 'a service', scopes: ['read'] };
const post = (body: unknown, headers = {}) => spool.call<Problem>('POST', path, body, headers);
const codeOf = async (body: unknown, headers = {}): Promise<[number, string]> => {
  const answer = await post(body, headers);
  return [answer.status, answer.body.code];
};

describe('A request body', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;x=y'])(
    'is read as %s',
    async (contentType) => {
      expect((await post(key, { 'content-type': contentType })).status).toBe(201);
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/problem+json',
    'application/jsonp',
    'nonsense',
  ])('is 415 as %s', async (contentType) => {
    const answer = await post(JSON.stringify(key), { 'content-type': contentType });
    expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    expect(answer.body.detail).toContain('application/json');
  });

  it('is 415 without a content type', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(key));
    expect(await codeOf(bytes, { 'content-type': null })).toEqual([415, 'unsupported_media_type']);
  });

  it.each<[string, unknown]>([
    ['broken JSON', '{"name":'],
    ['an array where an object belongs', [key]],
    ['null', null],
    ['a bare string', '"name"'],
    ['nothing', undefined],
    ['nothing, as JSON', ''],
    ['a byte order mark', `\uFEFF${JSON.stringify(key)}`],
    ['broken UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
    ['a wrong type', { ...key, scopes: 'read' }],
    ['an unknown member', { ...key, admin: true }],
    ['__proto__ as a member', `{"name":"a","scopes":["read"],"__proto__":{"scopes":["admin"]}}`],
    ['constructor as a member', { ...key, constructor: { prototype: {} } }],
    ['an infinite number', '{"name":"a","scopes":["read"],"expiresAt":1e400}'],
    ['ten thousand levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['five million levels', '['.repeat(5_000_000)],
  ])('is 400 with %s', async (_, body) => {
    expect(await codeOf(body, { 'content-type': 'application/json' })).toEqual([400, 'validation_failed']);
  });

  it('pollutes nothing for later requests', async () => {
    await post('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect((await post(key)).status).toBe(201);
  });

  it('is 413 above the limit, whether its length is declared or not', async () => {
    const text = JSON.stringify({ ...key, name: 'x'.repeat(limits.requestBodyBytes) });
    expect(await codeOf(text)).toEqual([413, 'payload_too_large']);
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`;
    const head = `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${spool.apiKey}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`;
    expect(await sendRaw(spool.url, `${head}${chunk.repeat(17)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is read at the limit', async () => {
    const frame = JSON.stringify({ ...key, name: '' }).length;
    const text = JSON.stringify({ ...key, name: 'x'.repeat(limits.requestBodyBytes - frame) });
    expect(text).toHaveLength(limits.requestBodyBytes);
    const { status, body } = await post(text);
    expect([status, body.errors?.[0]?.path]).toEqual([400, '/name']);
  });

  it('of a stranger is not even read', async () => {
    const { status } = await spool.callAnonymously('POST', path, '{"broken":', {});
    expect(status).toBe(401);
  });

  it('leaves nothing in the load when it is answered', async () => {
    const load = spool.application.app.get(LoadShedder);
    await post(key);
    while (load.openRequests > 0) await new Promise(setImmediate);
    expect(load.heldBytes).toBe(0);
  });
});

describe('A path', () => {
  it('may carry any thread id, percent-encoded, and an id that is too long is 400', async () => {
    const call = (id: string) => spool.call<Problem>('GET', `/v1/threads/${encodeURIComponent(id)}`);
    for (const id of ['*', 'a/b', '%', '50%25', 'ä ö', '😀'.repeat(63)]) {
      expect([id, (await call(id)).body.code]).toEqual([id, 'thread_not_found']);
    }
    for (const id of ['x'.repeat(256), 'x'.repeat(5_000), 'new\nline']) {
      const { status, body } = await call(id);
      expect([status, body.errors?.[0]?.path]).toEqual([400, '/threadId']);
    }
  });
});

describe('What is hardly HTTP', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 400],
    [
      'two lengths',
      'POST /v1/session HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx',
      400,
    ],
    ['a method that nobody knows', 'BREW / HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a path with a NUL', 'GET /v1/tasks/%00 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 401],
    ['an absolute address', 'GET http://x/v1/tasks HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 401],
    ['a star', 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 401],
  ])('such as %s is answered in kind', async (_, bytes, status) => {
    const answer = await sendRaw(spool.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json');
  });
});

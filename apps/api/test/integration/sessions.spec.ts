import http from 'node:http';
import { describe, expect, it } from '@jest/globals';
import type { Problem, Session } from '@spool/contracts';
import type { MoreHeaders } from '@spool/test-bed/caller.js';
import { adminPassword } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool({ environment: { SPOOL_PUBLIC_URL: 'https://spool.example' } });

const signIn = (username: string, password: string, headers: MoreHeaders = {}) =>
  spool.callAnonymously<Session & Problem>('POST', '/v1/session', { username, password }, headers);

const cookieOf = async (): Promise<string> => {
  const { headers } = await signIn('admin', adminPassword);
  return headers.get('set-cookie')?.split(';')[0] ?? '';
};

/** Over a connection to this machine, under another name: `fetch` would not send it. */
const signInAs = (host: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const request = http.request(`${spool.url}/v1/session`, { method: 'POST', headers });
    request.once('error', reject);
    request.once('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      response.once('end', () => resolve(`${response.statusCode} ${text}`));
    });
    request.end(JSON.stringify({ username: 'admin', password: adminPassword }));
  });

const newKey = { name: 'from the console', scopes: ['read'] };

describe('Signing in', () => {
  it('begins a session in a cookie that no script and no other site can use', async () => {
    const { status, body, headers } = await signIn('admin', adminPassword);
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: 'admin', role: 'admin' });
    expect(body.permissions).toEqual(['enqueue', 'work', 'read', 'operate', 'admin']);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-spool-session=[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });

  it('answers an unknown user as a wrong password', async () => {
    const wrong = await signIn('admin', 'not the password', {});
    const unknown = await signIn('nobody', 'not the password', {});
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(unknown.body.detail).toBe(wrong.body.detail);
  });

  it('is refused over plain HTTP beyond this machine, with what to set', async () => {
    const detail = await signInAs('spool.internal:3000');
    expect(detail).toMatch(/^403 .*SPOOL_PUBLIC_URL.*SPOOL_TRUSTED_PROXIES/);
  });

  it('is refused to a page of another site', async () => {
    const { status } = await signIn('admin', adminPassword, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  it('is slowed down after five failures of a user at an address, the right password too', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('guessed', 'wrong password');
    const { status, headers, body } = await signIn('guessed', 'wrong password');
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('A session', () => {
  it('tells who is signed in, and ends on sign-out', async () => {
    const cookie = await cookieOf();
    const get = () => spool.callAnonymously<Session>('GET', '/v1/session', undefined, { cookie });
    expect((await get()).body).toMatchObject({ username: 'admin', role: 'admin' });
    const ended = await spool.callAnonymously('DELETE', '/v1/session', undefined, { cookie });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('__Host-spool-session=; Max-Age=0'),
    ]);
    expect((await get()).status).toBe(401);
  });

  it('is not stored as it is in the cookie', async () => {
    const cookie = await cookieOf();
    const rows = await spool.database.read((sql) => sql.rows('SELECT * FROM sessions'));
    expect(JSON.stringify(rows)).not.toContain(cookie.slice(-43));
  });

  it.each([
    ['eight idle hours', 'last_used_at = NOW(3) - INTERVAL 481 MINUTE'],
    ['twenty-four hours in all', 'expires_at = NOW(3) - INTERVAL 1 SECOND'],
  ])('ends after %s', async (_, change) => {
    const cookie = await cookieOf();
    await spool.database.write((sql) => sql.change(`UPDATE sessions SET ${change}`));
    const { status } = await spool.callAnonymously('GET', '/v1/session', undefined, { cookie });
    expect(status).toBe(401);
  });

  it.each<[string, MoreHeaders, number]>([
    ['the same origin', { origin: '<own>' }, 201],
    ['the public address', { origin: 'https://spool.example' }, 201],
    ['a program without a page', {}, 201],
    ['the same site by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, 201],
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a page that hides its origin', { origin: 'null' }, 403],
    ['another site by Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('changes state for %s as it should', async (_, headers, expected) => {
    const cookie = await cookieOf();
    const given = headers['origin'] === '<own>' ? { origin: spool.url } : headers;
    const { status } = await spool.callAnonymously('POST', '/v1/api-keys', newKey, { cookie, ...given });
    expect(status).toBe(expected);
  });

  it('gives no effect to a form of another site (T44)', async () => {
    const cookie = await cookieOf();
    const before = await spool.call<{ items: unknown[] }>('GET', '/v1/api-keys?limit=200');
    const { status } = await spool.callAnonymously('POST', '/v1/api-keys', 'name=x&scopes=admin', {
      cookie,
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(status).toBe(403);
    const after = await spool.call<{ items: unknown[] }>('GET', '/v1/api-keys?limit=200');
    expect(after.body.items).toHaveLength(before.body.items.length);
  });

  it('has the role that its operator has now', async () => {
    const cookie = await cookieOf();
    const setRole = (role: string) =>
      spool.database.write((sql) => sql.change('UPDATE operators SET role = ?', [role]));
    await setRole('viewer');
    const { status, body } = await spool.callAnonymously<Problem>('POST', '/v1/api-keys', newKey, { cookie });
    await setRole('admin');
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });

  it('is not something that an API key has', async () => {
    expect((await spool.call<Problem>('GET', '/v1/session')).body.code).toBe('forbidden');
  });
});

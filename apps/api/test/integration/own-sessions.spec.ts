import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { AuditEntry, OwnSession, Problem } from '@spool/contracts';
import { eventually } from '../support/eventually.js';
import { operatorPassword, signIn, signInAdmin, signInNew } from '../support/operators.js';
import { adminPassword } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

const newPassword = 'a new long password';

describe('An operator’s own password', () => {
  it('is changed by who knows it; every other session ends, and only the new one signs in', async () => {
    const { operator, call } = await signInNew(spool);
    const other = await signIn(spool.url, operator.username, operatorPassword);
    const change = { currentPassword: operatorPassword, newPassword };
    expect((await call('POST', '/v1/session/password', change)).status).toBe(204);
    expect((await call('GET', '/v1/session')).status).toBe(200);
    expect((await other.call('GET', '/v1/session')).status).toBe(401);
    await expect(signIn(spool.url, operator.username, operatorPassword)).rejects.toThrow('401');
    await signIn(spool.url, operator.username, newPassword);
  });

  it('is not changed with a wrong one, nor into a short one', async () => {
    const { operator, call } = await signInNew(spool);
    const attempt = (currentPassword: string, password: string) =>
      call<Problem>('POST', '/v1/session/password', { currentPassword, newPassword: password });
    const wrong = await attempt('wrong password', newPassword);
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([400, '/currentPassword']);
    const short = await attempt(operatorPassword, 'seven77');
    expect([short.status, short.body.errors?.[0]?.path]).toEqual([400, '/newPassword']);
    await signIn(spool.url, operator.username, operatorPassword);
  });

  it('does not become one that is guessed first, however often that is tried', async () => {
    const { operator, call } = await signInNew(spool);
    const attempt = (password: string) =>
      call<Problem>('POST', '/v1/session/password', {
        currentPassword: operatorPassword,
        newPassword: password,
      });
    for (const weak of [
      'password1',
      'PASSWORD1',
      `${operator.username}!`,
      'spool1234',
      'iloveyou',
      '12345678',
    ]) {
      const { status, body } = await attempt(weak);
      expect([status, body.errors?.[0]?.path]).toEqual([400, '/newPassword']);
    }
    expect((await attempt(newPassword)).status).toBe(204);
  });

  it('cannot be guessed with a stolen session either', async () => {
    const { call } = await signInNew(spool);
    const guess = { currentPassword: 'wrong password', newPassword };
    for (let attempt = 0; attempt < 5; attempt += 1) await call('POST', '/v1/session/password', guess);
    const right = await call<Problem>('POST', '/v1/session/password', {
      ...guess,
      currentPassword: operatorPassword,
    });
    expect([right.status, right.body.code]).toEqual([429, 'rate_limited']);
  });

  it('is nothing that an API key has', async () => {
    const change = { currentPassword: adminPassword, newPassword };
    expect((await spool.call('POST', '/v1/session/password', change)).status).toBe(403);
  });
});

describe('An operator’s own sessions', () => {
  it('are listed with where they began, newest first, and ended one by one', async () => {
    const { operator, call } = await signInNew(spool);
    const other = await signIn(spool.url, operator.username, operatorPassword);
    const list = async (query = '') =>
      (await call<{ items: OwnSession[]; nextCursor: string | null }>('GET', `/v1/sessions${query}`)).body;
    const { items } = await list();
    expect(items.map(({ current }) => current)).toEqual([false, true]);
    expect(items[0]).toMatchObject({ address: '127.0.0.1', userAgent: 'node' });
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(second.nextCursor).toBeNull();
    const [{ id } = { id: '' }] = items;
    expect((await call('DELETE', `/v1/sessions/${id}`)).status).toBe(204);
    expect((await other.call('GET', '/v1/session')).status).toBe(401);
    expect((await call<Problem>('DELETE', `/v1/sessions/${id}`)).body.code).toBe('not_found');
  });

  it('are not those of others', async () => {
    const mine = await signInNew(spool);
    const theirs = await signInNew(spool);
    const [session] = (await theirs.call<{ items: OwnSession[] }>('GET', '/v1/sessions')).body.items;
    expect((await mine.call<Problem>('DELETE', `/v1/sessions/${session?.id}`)).body.code).toBe('not_found');
    expect((await theirs.call('GET', '/v1/session')).status).toBe(200);
  });

  it('are nothing that an API key has', async () => {
    expect((await spool.call('GET', '/v1/sessions')).status).toBe(403);
    expect((await spool.call('DELETE', '/v1/sessions/0123456789abcdef01234567')).status).toBe(403);
  });
});

describe('Signing in', () => {
  it('is throttled over all replicas together', async () => {
    const sibling = await spool.startSibling();
    const { operator } = await signInNew(spool);
    const attempt = (url: string, password: string) =>
      fetch(`${url}/v1/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: operator.username, password }),
      });
    const urls = [spool.url, sibling.url];
    const guesses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => attempt(urls[index % 2] ?? '', 'wrong')),
    );
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = await attempt(sibling.url, operatorPassword);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(600);
    await spool.database.write((sql) =>
      sql.change('UPDATE sign_in_attempts SET began_at = NOW(3) - INTERVAL 15 MINUTE'),
    );
    expect((await attempt(sibling.url, operatorPassword)).status).toBe(200);
    await sibling.close();
  });

  it('never continues a session that somebody else began: each has a token of its own', async () => {
    const before = await signInAdmin(spool);
    const { headers } = await spool.callAnonymously(
      'POST',
      '/v1/session',
      { username: 'admin', password: adminPassword },
      { cookie: before.cookie },
    );
    const after = headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(after).not.toBe(before.cookie);
    const planted = '__Host-spool-session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';
    await spool.callAnonymously(
      'POST',
      '/v1/session',
      { username: 'admin', password: adminPassword },
      { cookie: planted },
    );
    const { status } = await spool.callAnonymously('GET', '/v1/session', undefined, { cookie: planted });
    expect(status).toBe(401);
  });

  it('is remembered with who and from where, also where it is refused', async () => {
    const { operator } = await signInNew(spool);
    await expect(signIn(spool.url, operator.username, 'wrong')).rejects.toThrow('401');
    const { items } = (
      await spool.call<{ items: AuditEntry[] }>('GET', `/v1/audit?actor=operator:${operator.username}`)
    ).body;
    expect(items.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['session.refuse', null],
      ['session.begin', operator.id],
    ]);
    expect(items[0]).toMatchObject({ address: '127.0.0.1', requestId: expect.any(String) });
  });
});

describe('The first operator’s password', () => {
  const fileIn = (directory: string) => path.join(directory, 'first-credentials.json');
  const kept = async (directory: string): Promise<Record<string, unknown>> =>
    JSON.parse(await readFile(fileIn(directory), 'utf8'));

  it('leaves the file when it is changed, on other replicas too, and nothing else does', async () => {
    const before = await kept(spool.dataDirectory);
    expect(before['password']).toBe(adminPassword);
    const { call } = await signInAdmin(spool);
    const change = { currentPassword: adminPassword, newPassword };
    expect((await call('POST', '/v1/session/password', change)).status).toBe(204);
    const { password: _password, ...rest } = before;
    expect(await kept(spool.dataDirectory)).toEqual(rest);
    // As if another replica had changed it: the file still has it here.
    await writeFile(fileIn(spool.dataDirectory), JSON.stringify(before));
    await eventually('a file without the password', async () =>
      'password' in (await kept(spool.dataDirectory)) ? null : true,
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import type { ApiKey, CreatedApiKey, newApiKey, Problem } from '@spool/contracts';
import type { z } from 'zod';
import { eventually } from '../support/eventually.js';
import type { TestSpool } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

const createKey = async (given: Partial<z.input<typeof newApiKey>>): Promise<CreatedApiKey> => {
  const { status, body } = await spool.call<CreatedApiKey>('POST', '/v1/api-keys', {
    name: 'a service',
    scopes: ['read'],
    ...given,
  });
  expect(status).toBe(201);
  return body;
};

const keysOf = async (path: string) =>
  (await spool.call<{ items: ApiKey[]; nextCursor: string | null }>('GET', path)).body;

describe('An API key', () => {
  it('is shown whole once, and never again', async () => {
    const { key, id } = await createKey({ name: 'shown once', queues: ['orders*'] });
    expect(key).toMatch(/^spool_[a-z0-9]+_[0-9a-f]{64}$/);
    const { items } = await keysOf('/v1/api-keys');
    const listed = items.find((item) => item.id === id);
    expect(listed).toMatchObject({
      name: 'shown once',
      scopes: ['read'],
      queues: ['orders*'],
      expiresAt: null,
    });
    expect(JSON.stringify(items)).not.toContain(key.slice(-40));
  });

  it('opens what its scopes name, and 403 names what is missing', async () => {
    const { key } = await createKey({ scopes: ['read'] });
    const call = spool.callWith(key);
    expect((await call('GET', '/metrics')).status).toBe(200);
    const { status, body } = await call<Problem>('GET', '/v1/api-keys');
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('"admin"');
  });

  it('does not open anything with a wrong secret, a wrong id or another scheme', async () => {
    const { key } = await createKey({});
    const wrongSecret = `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`;
    const wrongId = key.replace(/^spool_[a-z0-9]+_/, 'spool_nobody_');
    for (const header of [`Bearer ${wrongSecret}`, `Bearer ${wrongId}`, `Basic ${key}`, 'Bearer', key]) {
      const { status } = await spool.callAnonymously('GET', '/metrics', undefined, { authorization: header });
      expect([header, status]).toEqual([header, 401]);
    }
  });

  it('ends when it expires', async () => {
    const { key } = await createKey({ expiresAt: '2001-01-01T00:00:00Z' });
    expect((await spool.callWith(key)('GET', '/metrics')).status).toBe(401);
  });

  it('is revoked on every replica within a second', async () => {
    const sibling = await spool.startSibling();
    const { key, id } = await createKey({});
    const callSibling = sibling.callWith(key);
    expect((await callSibling('GET', '/metrics')).status).toBe(200);
    expect((await spool.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    const revokedAtMs = performance.now();
    expect((await spool.callWith(key)('GET', '/metrics')).status).toBe(401);
    let status = 0;
    do {
      ({ status } = await callSibling('GET', '/metrics'));
    } while (status === 200 && performance.now() - revokedAtMs < 1_000);
    expect(status).toBe(401);
    await sibling.close();
  });

  it('cannot revoke itself, and an unknown one is not found', async () => {
    const [, ownId] = spool.apiKey.split('_');
    expect((await spool.call<Problem>('DELETE', `/v1/api-keys/${ownId}`)).body.code).toBe('conflict');
    expect((await spool.call<Problem>('DELETE', '/v1/api-keys/nobody')).body.code).toBe('not_found');
  });

  it('does not make keys beyond its own queues', async () => {
    const { key } = await createKey({ scopes: ['admin'], queues: ['orders*'] });
    const call = spool.callWith(key);
    const attempt = { name: 'wider', scopes: ['admin'], queues: ['*'] };
    expect((await call<Problem>('POST', '/v1/api-keys', attempt)).body.code).toBe('forbidden');
    expect((await call<Problem>('GET', '/v1/api-keys')).body.code).toBe('forbidden');
  });

  it('knows when it was last used', async () => {
    const { key, id } = await createKey({});
    await spool.callWith(key)('GET', '/metrics');
    let lastUsedAt: string | null | undefined = null;
    while (lastUsedAt === null) {
      lastUsedAt = (await keysOf('/v1/api-keys')).items.find((item) => item.id === id)?.lastUsedAt;
    }
    expect(Date.parse(lastUsedAt ?? '')).not.toBeNaN();
  });
});

describe('Another secret of an API key', () => {
  const works = async (replica: Pick<TestSpool, 'callWith'>, key: string): Promise<boolean> =>
    (await replica.callWith(key)('GET', '/metrics')).status === 200;

  const rotate = (id: string, body?: object) =>
    spool.call<CreatedApiKey & Problem>('POST', `/v1/api-keys/${id}/rotate`, body);

  it('works beside the old one, which ends after the overlap', async () => {
    const { key, id } = await createKey({});
    const { status, body } = await rotate(id);
    expect([status, body.id]).toEqual([200, id]);
    const hoursLeft = (Date.parse(body.previousSecretEndsAt ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(24);
    expect([await works(spool, key), await works(spool, body.key)]).toEqual([true, true]);
    const listed = (await keysOf('/v1/api-keys')).items.find((item) => item.id === id);
    expect(listed?.previousSecretEndsAt).toBe(body.previousSecretEndsAt);
    await spool.database.write((sql) =>
      sql.change('UPDATE api_keys SET previous_ends_at = NOW(3) WHERE id = ?', [id]),
    );
    await eventually('the end of the old secret', async () => ((await works(spool, key)) ? null : true));
    expect(await works(spool, body.key)).toBe(true);
  });

  it('is one of two at most, unless the older ones are to end at once', async () => {
    const { key, id } = await createKey({});
    const second = (await rotate(id, { overlapMs: 60_000 })).body;
    const third = await rotate(id, { overlapMs: 60_000 });
    expect([third.status, third.body.code]).toEqual([409, 'conflict']);
    const last = (await rotate(id, { overlapMs: 0 })).body;
    for (const old of [key, second.key]) expect(await works(spool, old)).toBe(false);
    expect(await works(spool, last.key)).toBe(true);
    expect(last.previousSecretEndsAt).toBeNull();
  });

  it('ends the old one on every replica within a second', async () => {
    const sibling = await spool.startSibling();
    const { key, id } = await createKey({});
    expect(await works(sibling, key)).toBe(true);
    await rotate(id, { overlapMs: 0 });
    const rotatedAtMs = performance.now();
    let isOpen = true;
    while (isOpen && performance.now() - rotatedAtMs < 1_000) isOpen = await works(sibling, key);
    expect(isOpen).toBe(false);
    await sibling.close();
  });

  it.each([{ overlapMs: -1 }, { overlapMs: 30 * 86_400_000 + 1 }, { overlapMs: '1' }, { other: 1 }])(
    'is not made with %j',
    async (body) => {
      const { id } = await createKey({});
      expect((await rotate(id, body)).body.code).toBe('validation_failed');
    },
  );

  it('is not made for a key that does not exist', async () => {
    expect((await rotate('nobody')).body.code).toBe('not_found');
  });
});

describe('The list of API keys', () => {
  it('is paged, newest first, and refuses a foreign cursor', async () => {
    const made: string[] = [];
    for (let index = 0; index < 3; index += 1) made.push((await createKey({})).id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await keysOf(`/v1/api-keys?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => made.includes(id)).toSorted()).toEqual(made.toSorted());
    const { status, body } = await spool.call<Problem>('GET', '/v1/api-keys?cursor=foreign');
    expect([status, body.errors?.[0]?.path]).toEqual([400, '/cursor']);
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'limit=1&limit=2', 'limit=', 'cursor=', 'page=2'])(
    'answers 400 to ?%s',
    async (query) => {
      expect((await spool.call<Problem>('GET', `/v1/api-keys?${query}`)).body.code).toBe('validation_failed');
    },
  );
});

describe('A key that is revoked while it waits for work', () => {
  it('gets none: what comes goes to another, and the attempt does not count', async () => {
    await spool.call('PUT', '/v1/queues/waited-for', {});
    const { key, id } = await createKey({ scopes: ['work'] });
    const path = '/v1/queues/waited-for/dequeue';
    const waiting = spool.callWith(key)<Problem>('POST', path, { workerId: 'revoked', waitMs: 12_000 });
    await eventually('the worker waits', async () => {
      const { body } = await spool.call<{ items: { workerId: string }[] }>('GET', '/v1/workers');
      return body.items.some(({ workerId }) => workerId === 'revoked') ? body : null;
    });
    const revokedAtMs = performance.now();
    expect((await spool.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
    await eventually('a second has passed', () => (performance.now() - revokedAtMs > 1_000 ? true : null));
    await spool.call('POST', '/v1/queues/waited-for/tasks', { payload: 'for others' });
    const { status, body } = await waiting;
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    const next = await spool.call('POST', path, { workerId: 'another', waitMs: 5_000 });
    expect(next.body).toMatchObject({ tasks: [{ payload: 'for others', attempt: 1 }] });
  });
});

import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKeyRecord } from '../../store/api-key-store.js';
import { ApiKeyAccess, type ApiKeySource } from './api-key-access.js';
import { generateApiKey, hashSecret, parseApiKey, writeApiKey } from './api-key-format.js';

const key = generateApiKey();

const aRecord = (changes: Partial<ApiKeyRecord> = {}): ApiKeyRecord => ({
  id: key.id,
  name: 'a service',
  secretHash: hashSecret(key.secret),
  previousSecretHash: null,
  previousEndsAtMs: null,
  scopes: ['read'],
  queuePatterns: ['orders*'],
  createdAtMs: 0,
  expiresAtMs: null,
  lastUsedAtMs: null,
  hasExpired: false,
  ...changes,
});

class FakeSource implements ApiKeySource {
  record: ApiKeyRecord | null = aRecord();
  failure: Error | null = null;
  reads = 0;
  readonly used: string[] = [];

  async find(): Promise<ApiKeyRecord | null> {
    this.reads += 1;
    if (this.failure !== null) throw this.failure;
    return this.record;
  }

  noteUse(id: string): void {
    this.used.push(id);
  }
}

let source: FakeSource;
let nowMs: number;
let access: ApiKeyAccess;

beforeEach(() => {
  source = new FakeSource();
  nowMs = 0;
  access = new ApiKeyAccess(source, () => nowMs);
});

describe('ApiKeyAccess', () => {
  it('knows the caller of a key', async () => {
    const caller = await access.callerOf(writeApiKey(key));
    expect(caller).toEqual({
      name: `key:${key.id}`,
      actor: { type: 'api-key', id: key.id, name: 'a service' },
      permissions: new Set(['read']),
      queuePatterns: ['orders*'],
    });
  });

  it('knows nobody for a wrong secret, an expired key, an unknown key, or no key at all', async () => {
    expect(await access.callerOf(writeApiKey({ ...key, secret: 'x'.repeat(64) }))).toBeNull();
    expect(await access.callerOf('nonsense')).toBeNull();
    source.record = aRecord({ hasExpired: true });
    access.forget(key.id);
    expect(await access.callerOf(writeApiKey(key))).toBeNull();
    source.record = null;
    access.forget(key.id);
    expect(await access.callerOf(writeApiKey(key))).toBeNull();
  });

  it('reads a key once for many requests, and again within a second', async () => {
    await Promise.all(Array.from({ length: 50 }, () => access.callerOf(writeApiKey(key))));
    expect(source.reads).toBe(1);
    source.record = null;
    nowMs = 999;
    expect(await access.callerOf(writeApiKey(key))).toBeNull();
    expect(source.reads).toBe(2);
  });

  it('does not keep a failure', async () => {
    source.failure = new Error('the database is away');
    await expect(access.callerOf(writeApiKey(key))).rejects.toThrow('away');
    source.failure = null;
    expect(await access.callerOf(writeApiKey(key))).not.toBeNull();
  });

  it('notes the use of a key at most once a minute', async () => {
    for (nowMs = 0; nowMs <= 60_000; nowMs += 10_000) await access.callerOf(writeApiKey(key));
    expect(source.used).toEqual([key.id, key.id]);
  });
});

describe('A key’s form', () => {
  it('comes back as it was written', () => {
    expect(parseApiKey(writeApiKey(key))).toEqual(key);
    expect(key.secret).toHaveLength(64);
  });

  it.each(['', 'spool_', 'spool_id_short', `spool_ID_${'a'.repeat(32)}`, `spool_id_${'a'.repeat(31)}/`])(
    'is not that of %j',
    (text) => {
      expect(parseApiKey(text)).toBeNull();
    },
  );
});

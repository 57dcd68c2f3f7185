import { describe, expect, it, jest } from '@jest/globals';
import { limits, type Problem } from '@spool/contracts';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { hashPassword } from '../../src/platform/auth/passwords.js';
import { Database } from '../../src/platform/database/database.js';
import { UrgentDatabase } from '../../src/platform/database/urgent-database.js';
import { findOperator, noteSignedIn, storePassword } from '../../src/store/operator-store.js';
import { makeOperator } from '../support/operators.js';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool({ environment: { SPOOL_TRUSTED_PROXIES: '127.0.0.1' } });

/** Signs in as nobody, from an address of one's own. */
const guessFrom = (address: string) =>
  spool.callAnonymously<Problem>(
    'POST',
    '/v1/session',
    { username: 'nobody', password: 'a guess' },
    { 'x-forwarded-for': address },
  );

describe('A stranger', () => {
  it.each(['/v1/session', '/v1/session/provider', '/v1/session/provider/answer'])(
    'holds no more memory at %s than a sign-in needs',
    async (path) => {
      const text = JSON.stringify({ username: 'x'.repeat(limits.strangersBodyBytes) });
      const { status, body } = await spool.callAnonymously<Problem>('POST', path, text);
      expect([status, body.code, body.detail]).toEqual([
        413,
        'payload_too_large',
        'The body of this request may have 64 KiB.',
      ]);
    },
  );

  it('among very many who sign in at once is told to wait, and the others are answered', async () => {
    const guesses = Array.from({ length: 160 }, (_, index) => guessFrom(`192.0.2.${index}`));
    const answers = await Promise.all(guesses);
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    // Two inside and a hundred before it; of one user, a hundred may be tried from everywhere.
    expect(count(503)).toBeGreaterThan(0);
    expect(count(401)).toBe(100);
    expect(count(401) + count(429) + count(503)).toBe(answers.length);
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.headers.get('retry-after')).toBe('1');
  });

  it('who makes up keys by the hundred takes one connection, not one a key', async () => {
    const underWay = { now: 0, most: 0 };
    const reads = jest.spyOn(UrgentDatabase.prototype, 'read').mockImplementation(async function (
      this: UrgentDatabase,
      work,
    ) {
      underWay.now += 1;
      underWay.most = Math.max(underWay.most, underWay.now);
      try {
        return await Database.prototype.read.call(this, work);
      } finally {
        underWay.now -= 1;
      }
    });
    const calls = Array.from({ length: 200 }, () =>
      spool.callWith(writeApiKey(generateApiKey()))('GET', '/v1/queues'),
    );
    const statuses = new Set((await Promise.all(calls)).map(({ status }) => status));
    reads.mockRestore();
    expect(statuses).toEqual(new Set([401]));
    expect(underWay.most).toBe(1);
  });
});

describe('Who has proven a password', () => {
  it('gets no session if it was replaced, or its operator barred, before the session began', async () => {
    const { id, username } = await makeOperator(spool);
    const read = async () => {
      const operator = await spool.database.read((sql) => findOperator(sql, username));
      if (operator === null) throw new Error('The operator is gone.');
      return operator;
    };
    const isStillSo = (operator: Awaited<ReturnType<typeof read>>) =>
      spool.database.write((sql) => noteSignedIn(sql, operator));
    const before = await read();
    expect(await isStillSo(before)).toBe(true);
    const replaced = await hashPassword('another password');
    await spool.database.write((sql) => storePassword(sql, id, replaced));
    expect(await isStillSo(before)).toBe(false);
    const after = await read();
    expect(await isStillSo(after)).toBe(true);
    await spool.call('PATCH', `/v1/operators/${id}`, { enabled: false });
    expect(await isStillSo(after)).toBe(false);
  });
});

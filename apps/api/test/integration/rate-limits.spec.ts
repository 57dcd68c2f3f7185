import { afterEach, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import type { Answer, Call } from '@spool/test-bed/caller.js';
import { callerForQueues } from '../support/queue-keys.js';
import { startSpool, type TestSpool } from '../support/spool.js';

let spool: TestSpool;

afterEach(() => spool.close());

const start = async (environment: Record<string, string>): Promise<void> => {
  spool = await startSpool({ environment });
};

const tryOften = async (times: number, attempt: () => Promise<Answer<unknown>>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: times }, attempt))).map(({ status }) => status);

const refusedOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

const settle = (call: Call) => () =>
  call('POST', '/v1/tasks/complete', { items: [{ id: '1', leaseToken: '1' }] });

describe('A limit of requests a second', () => {
  it('of a caller refuses that one alone, says when to come back, and lets it settle still', async () => {
    await start({ SPOOL_REQUESTS_PER_CALLER: '20' });
    const eager = await callerForQueues(spool, ['*']);
    const statuses = await tryOften(60, () => eager('GET', '/v1/queues'));
    expect(refusedOf(statuses)).toBeGreaterThan(0);
    const refused = await eager<Problem>('GET', '/v1/queues');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(refused.body.detail).toContain('20 requests a second');
    expect(await tryOften(10, settle(eager))).toEqual(Array.from({ length: 10 }, () => 200));
    expect((await spool.call('GET', '/v1/queues')).status).toBe(200);
  });

  it('of an address counts strangers too, but not the probes of health', async () => {
    await start({ SPOOL_REQUESTS_PER_ADDRESS: '20' });
    const statuses = await tryOften(60, () => spool.callAnonymously('GET', '/v1/queues'));
    expect(refusedOf(statuses)).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await spool.call('GET', '/v1/queues')).status).toBe(429);
    const probes = await tryOften(60, () => spool.callAnonymously('GET', '/health/live'));
    expect(refusedOf(probes)).toBe(0);
    expect(await tryOften(5, settle(spool.call))).toEqual(Array.from({ length: 5 }, () => 200));
  });

  it('is not there until it is set', async () => {
    await start({});
    expect(refusedOf(await tryOften(300, () => spool.call('GET', '/v1/workers')))).toBe(0);
  });
});

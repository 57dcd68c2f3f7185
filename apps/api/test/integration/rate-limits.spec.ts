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

const answersTo = <Body>(times: number, attempt: () => Promise<Answer<Body>>): Promise<Answer<Body>[]> =>
  Promise.all(Array.from({ length: times }, attempt));

const tryOften = async (times: number, attempt: () => Promise<Answer<unknown>>): Promise<number[]> =>
  (await answersTo(times, attempt)).map(({ status }) => status);

const refusedOf = (statuses: readonly number[]): number => statuses.filter((status) => status === 429).length;

const settle = (call: Call) => () =>
  call('POST', '/v1/tasks/complete', { items: [{ id: '1', leaseToken: '1' }] });

describe('A limit of requests a second', () => {
  it('of a caller refuses that one alone, says when to come back, and lets it settle still', async () => {
    await start({ SPOOL_REQUESTS_PER_CALLER: '2' });
    const eager = await callerForQueues(spool, ['*']);
    const answers = await answersTo(60, () => eager<Problem>('GET', '/v1/queues'));
    const [refused] = answers.filter(({ status }) => status === 429);
    expect(refused?.body.code).toBe('rate_limited');
    expect(refused?.body.detail).toContain('2 requests a second');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await tryOften(2, settle(eager))).toEqual([200, 200]);
    expect((await spool.call('GET', '/v1/queues')).status).toBe(200);
  });

  it('of an address counts strangers too, but not the probes of health', async () => {
    await start({ SPOOL_REQUESTS_PER_ADDRESS: '2' });
    const statuses = await tryOften(60, () => spool.callAnonymously('GET', '/v1/queues'));
    expect(refusedOf(statuses)).toBeGreaterThan(0);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(refusedOf(await tryOften(60, () => spool.call('GET', '/v1/queues')))).toBeGreaterThan(0);
    const probes = await tryOften(60, () => spool.callAnonymously('GET', '/health/live'));
    expect(refusedOf(probes)).toBe(0);
    expect(await tryOften(2, settle(spool.call))).toEqual([200, 200]);
  });

  it('is not there until it is set', async () => {
    await start({});
    expect(refusedOf(await tryOften(300, () => spool.call('GET', '/v1/workers')))).toBe(0);
  });
});

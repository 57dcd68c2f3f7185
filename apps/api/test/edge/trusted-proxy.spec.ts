import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { adminPassword, type TestSpool } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';

const trusting = setUpSpool({ environment: { SPOOL_TRUSTED_PROXIES: '127.0.0.0/8' } });
const careful = setUpSpool();

const forwarded = (protocol: string, client = '203.0.113.7') => ({
  'x-forwarded-proto': protocol,
  'x-forwarded-host': 'spool.example',
  'x-forwarded-for': client,
});

const signIn = (spool: TestSpool, password: string, headers: Record<string, string>) =>
  spool.callAnonymously<Problem>('POST', '/v1/session', { username: 'admin', password }, headers);

describe('Behind a trusted proxy', () => {
  it('passwords are taken when the proxy says HTTPS, from the page that it serves', async () => {
    const headers = { ...forwarded('https'), origin: 'https://spool.example' };
    expect((await signIn(trusting, adminPassword, headers)).status).toBe(200);
  });

  it('passwords are refused when the proxy says plain HTTP', async () => {
    const { status, body } = await signIn(trusting, adminPassword, forwarded('http'));
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('SPOOL_TRUSTED_PROXIES');
  });

  it('failures are counted by the client’s address, not the proxy’s', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(trusting, 'wrong password', forwarded('https', '203.0.113.8'));
    const guesser = await signIn(trusting, adminPassword, forwarded('https', '203.0.113.8'));
    const other = await signIn(trusting, adminPassword, forwarded('https', '203.0.113.9'));
    expect([guesser.status, other.status]).toEqual([429, 200]);
  });
});

describe('Without a trusted proxy', () => {
  it('nobody talks itself into another address', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1)
      await signIn(careful, 'wrong password', forwarded('https', `203.0.113.${attempt}`));
    expect((await signIn(careful, 'wrong password', forwarded('https', '203.0.113.99'))).status).toBe(429);
  });

  it('nobody talks itself into another origin', async () => {
    const headers = { ...forwarded('https'), origin: 'https://spool.example' };
    expect((await signIn(careful, adminPassword, headers)).status).toBe(403);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { systemCaller, type Caller } from '../caller.js';
import { SpoolError, unavailable } from '../spool-error.js';
import { LastKnownCallers } from './last-known-callers.js';

const caller = systemCaller;
const requestWith = (authorization: string) => ({ headers: { authorization } }) as FastifyRequest;
const hour = 3_600_000;

const stage = () => {
  let nowMs = 0;
  let answer = (): Promise<Caller> => Promise.resolve(caller);
  const callers = new LastKnownCallers({ authenticate: () => answer() }, () => nowMs);
  return {
    ask: (authorization = 'Bearer a') => callers.authenticate(requestWith(authorization)),
    answerWith: (next: () => Promise<Caller>) => (answer = next),
    passTime: (ms: number) => (nowMs += ms),
  };
};

const away = (): Promise<never> => Promise.reject(unavailable('away'));

describe('LastKnownCallers', () => {
  it('believes a key that held, for an hour, while the database cannot be reached', async () => {
    const { ask, answerWith, passTime } = stage();
    await ask();
    answerWith(away);
    expect(await ask()).toBe(caller);
    passTime(hour);
    expect(await ask()).toBe(caller);
    passTime(1);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('does so within half a second when the database is silent', async () => {
    const { ask, answerWith } = stage();
    await ask();
    answerWith(() => new Promise(() => undefined));
    const startedMs = performance.now();
    expect(await ask()).toBe(caller);
    expect(performance.now() - startedMs).toBeLessThan(500);
  });

  it('believes no other key', async () => {
    const { ask, answerWith } = stage();
    await ask('Bearer a');
    answerWith(away);
    await expect(ask('Bearer b')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('forgets a key that was refused', async () => {
    const { ask, answerWith } = stage();
    await ask();
    answerWith(() => Promise.reject(new SpoolError('unauthenticated', 'revoked')));
    await expect(ask()).rejects.toMatchObject({ code: 'unauthenticated' });
    answerWith(away);
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
  });
});

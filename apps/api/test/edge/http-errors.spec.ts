import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { setUpSpool } from '../support/spool-stage.js';

const spool = setUpSpool();

describe('An answer to a wrong request', () => {
  it('is a problem document with a code and the request’s id', async () => {
    const { status, headers, body } = await spool.call<Problem>('GET', '/v1/nothing');
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({ status: 404, code: 'not_found', type: 'urn:spool:problem:not_found' });
    expect(body.requestId).toBe(headers.get('x-request-id'));
  });

  it('is 401 before it is 404 or 405', async () => {
    for (const path of ['/v1/nothing', '/nothing', '/v1/session', '/metrics', '/v1/queues']) {
      const { status, headers, body } = await spool.callAnonymously<Problem>('PATCH', path, {});
      expect([path, status, body.code]).toEqual([path, 401, 'unauthenticated']);
      expect(headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each([
    ['no credentials', {}, 'Send an API key as "Authorization: Bearer <key>", or sign in.'],
    ['another kind of credentials', { authorization: 'Basic YTpi' }, /^Send an API key/],
    ['no key of ours', { authorization: 'Bearer abc' }, 'This API key is unknown, revoked or expired.'],
    [
      'a key that is not there',
      { authorization: `Bearer spool_0123456789ab_${'0'.repeat(64)}` },
      /unknown, revoked/,
    ],
    [
      'a session that is not there',
      { cookie: `__Host-spool-session=${'0'.repeat(43)}` },
      /^This session has ended/,
    ],
  ])('says what to do about %s', async (_case, headers, detail) => {
    const { status, body } = await spool.callAnonymously<Problem>('GET', '/v1/queues', undefined, headers);
    expect(status).toBe(401);
    expect(body.detail).toMatch(detail);
  });

  it('is 405 with the methods that the path has', async () => {
    const { status, headers, body } = await spool.call<Problem>('PATCH', '/v1/session', {});
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toBe('POST, GET, DELETE, HEAD');
  });

  it('is 400 for a path whose percent-encoding is broken', async () => {
    const { status, body } = await spool.call<Problem>('GET', '/v1/tasks/%zz');
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('names an unknown query parameter, also where the route takes none', async () => {
    const { status, body } = await spool.call<Problem>('GET', '/health/live?verbose=1');
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: '/verbose', message: 'There is no "verbose" here.' }]);
  });
});

import { NotFoundException, PayloadTooLargeException, UnsupportedMediaTypeException } from '@nestjs/common';
import { describe, expect, it } from '@jest/globals';
import { problem, problemStatus } from '@spool/contracts';
import { QueryFailedError } from 'typeorm';
import { SpoolError, unavailable, validationFailed } from '../spool-error.js';
import { asSpoolError, problemHeaders, problemOf } from './problem-document.js';

const queryFailed = (errno: number): QueryFailedError =>
  new QueryFailedError('SELECT secret', ['secret'], Object.assign(new Error('secret detail'), { errno }));

describe('An error’s problem document', () => {
  it('has the form of the contract, for every code', () => {
    for (const code of Object.keys(problemStatus)) {
      const known = problem.shape.code.parse(code);
      const document = problemOf(new SpoolError(known, 'what happened'), 'r1');
      expect(problem.parse(document)).toEqual({
        type: `urn:spool:problem:${code}`,
        title: expect.any(String),
        status: problemStatus[known],
        code,
        detail: 'what happened',
        requestId: 'r1',
      });
    }
  });

  it('names the flaws of a request', () => {
    const errors = [{ path: '/tasks/1/maxAttempts', message: 'Too small.' }];
    expect(problemOf(validationFailed(errors), 'r1')).toMatchObject({
      detail: '/tasks/1/maxAttempts Too small.',
      errors,
    });
  });

  it.each([
    [new NotFoundException(), 'not_found'],
    [new PayloadTooLargeException(), 'payload_too_large'],
    [new UnsupportedMediaTypeException(), 'unsupported_media_type'],
    [queryFailed(1064), 'unavailable'],
    [queryFailed(1021), 'unavailable'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable'],
    [new TypeError('secret'), 'internal_error'],
    ['a thrown text with a secret', 'internal_error'],
  ])('of %p has the code %s', (error, code) => {
    expect(asSpoolError(error).code).toBe(code);
  });

  it('tells nothing of what is inside', () => {
    for (const error of [queryFailed(1064), new TypeError('secret'), 'secret']) {
      expect(JSON.stringify(problemOf(asSpoolError(error), 'r1'))).not.toContain('secret');
    }
  });
});

describe('The headers of a problem', () => {
  it('say when to come back, how to authenticate, and which methods there are', () => {
    expect(problemHeaders(unavailable('away'))).toMatchObject({ 'retry-after': '1' });
    expect(
      problemHeaders(new SpoolError('rate_limited', 'slowly', { retryAfterSeconds: 1.2 })),
    ).toMatchObject({
      'retry-after': '2',
    });
    expect(problemHeaders(new SpoolError('unauthenticated', 'who'))).toMatchObject({
      'www-authenticate': 'Bearer',
    });
    expect(
      problemHeaders(new SpoolError('method_not_allowed', 'no', { allowedMethods: ['GET', 'HEAD'] })),
    ).toMatchObject({ allow: 'GET, HEAD' });
  });
});

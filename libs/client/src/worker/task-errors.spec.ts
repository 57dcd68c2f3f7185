import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { failureOf, NonRetryableError, RetryAfterError } from './task-errors.js';

class Unnamed extends Error {}
class Hopeless extends NonRetryableError {}

describe('What Spool is told of a failure', () => {
  it('is the type, the message and the stack', () => {
    const error = new RangeError('Too far.');
    expect(failureOf(error)).toEqual({
      error: { type: 'RangeError', message: 'Too far.', stack: error.stack },
      retryable: true,
    });
  });

  it('names the class of an error that has no name of its own', () => {
    expect(failureOf(new Unnamed('What?')).error.type).toBe('Unnamed');
  });

  it('is the same for an error of another realm', () => {
    const foreign: unknown = runInNewContext('new RangeError("Too far.")');
    expect(failureOf(foreign).error).toMatchObject({ type: 'RangeError', message: 'Too far.' });
  });

  it('says not retryable for a NonRetryableError and its subclasses', () => {
    expect(failureOf(new NonRetryableError('Never.')).retryable).toBe(false);
    expect(failureOf(new Hopeless('Never.')).retryable).toBe(false);
  });

  it('names the time that a RetryAfterError asks for', () => {
    expect(failureOf(new RetryAfterError(1_500.4))).toMatchObject({ retryable: true, retryAfterMs: 1_500 });
  });

  it.each([
    ['a text', 'just this', 'just this'],
    ['an object', { code: 7 }, '{"code":7}'],
    ['undefined', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a BigInt', 1n, 'Something was thrown that has no text.'],
  ])('has a text for %s that was thrown instead of an error', (_, thrown, message) => {
    expect(failureOf(thrown)).toEqual({ error: { type: 'NOT_AN_ERROR', message }, retryable: true });
  });

  it('is cut to what Spool keeps', () => {
    const error = new Error('m'.repeat(100_000));
    error.stack = 's'.repeat(100_000);
    const { message, stack } = failureOf(error).error;
    expect([message.length, stack?.length]).toEqual([8 * 1024, 32 * 1024]);
  });
});

describe('A RetryAfterError', () => {
  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('refuses a wait of %p ms', (waitMs) => {
    expect(() => new RetryAfterError(waitMs)).toThrow(RangeError);
  });
});

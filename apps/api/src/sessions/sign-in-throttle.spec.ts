import { beforeEach, describe, expect, it } from '@jest/globals';
import { SpoolError } from '../platform/spool-error.js';
import { SignInThrottle } from './sign-in-throttle.js';

const minuteMs = 60_000;
let nowMs: number;
let throttle: SignInThrottle;

beforeEach(() => {
  nowMs = 0;
  throttle = new SignInThrottle(() => nowMs);
});

const attempt = (username: string, address: string): number => {
  try {
    throttle.begin(username, address);
    return 0;
  } catch (error) {
    if (error instanceof SpoolError && error.code === 'rate_limited')
      return error.extras.retryAfterSeconds ?? -1;
    throw error;
  }
};

const attemptTimes = (
  times: number,
  username: (index: number) => string,
  address: (index: number) => string,
) => Array.from({ length: times }, (_, index) => attempt(username(index), address(index)));

describe('SignInThrottle', () => {
  it('lets five attempts of a user at an address through, and says how long to wait', () => {
    expect(
      attemptTimes(
        5,
        () => 'ann',
        () => 'here',
      ),
    ).toEqual([0, 0, 0, 0, 0]);
    nowMs = 5 * minuteMs;
    expect(attempt('ann', 'here')).toBe(10 * 60);
    expect(attempt('ann', 'elsewhere')).toBe(0);
    expect(attempt('bob', 'here')).toBe(0);
    nowMs = 15 * minuteMs;
    expect(attempt('ann', 'here')).toBe(0);
  });

  it('forgets the failures of who then signs in', () => {
    attemptTimes(
      5,
      () => 'ann',
      () => 'here',
    );
    throttle.succeeded('ann', 'here');
    expect(attempt('ann', 'here')).toBe(0);
  });

  it('stops an address that guesses many users, also one that signs in between', () => {
    for (let index = 0; index < 30; index += 1) {
      attempt(`user-${index}`, 'here');
      if (attempt('own', 'here') === 0) throttle.succeeded('own', 'here');
    }
    expect(attempt('user-30', 'here')).toBeGreaterThan(0);
  });

  it('stops many addresses that guess one user', () => {
    attemptTimes(
      100,
      () => 'ann',
      (index) => `address-${index}`,
    );
    expect(attempt('ann', 'another')).toBeGreaterThan(0);
  });
});

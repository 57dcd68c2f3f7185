import { beforeEach, describe, expect, it } from '@jest/globals';
import { SpoolError } from '../spool-error.js';
import type { LoadClass } from './load-shedding.js';
import { RateLimit } from './rate-limit.js';

let nowMs: number;
let limit: RateLimit;

beforeEach(() => {
  nowMs = 0;
  limit = new RateLimit(10, 'key', () => nowMs);
});

/** How many of so many requests were let through, and how long the last refusal says to wait. */
const attempt = (times: number, subject = 'a', loadClass: LoadClass = 'other') => {
  let passed = 0;
  let waitSeconds = 0;
  for (let request = 0; request < times; request += 1) {
    try {
      limit.take(subject, loadClass);
      passed += 1;
    } catch (error) {
      if (!(error instanceof SpoolError) || error.code !== 'rate_limited') throw error;
      waitSeconds = error.extras.retryAfterSeconds ?? 0;
    }
  }
  return { passed, waitSeconds };
};

describe('RateLimit', () => {
  it('lets a second’s worth through at once, and then what time earns, of each subject', () => {
    expect(attempt(25)).toEqual({ passed: 10, waitSeconds: 0.1 });
    expect(attempt(5, 'b').passed).toBe(5);
    nowMs = 500;
    expect(attempt(25).passed).toBe(5);
    nowMs = 60_000;
    expect(attempt(25).passed).toBe(10);
  });

  it('refuses settling last: a second’s worth later than anything else', () => {
    attempt(10);
    expect(attempt(25, 'a', 'settling')).toEqual({ passed: 10, waitSeconds: 0.1 });
    nowMs = 1_000;
    expect(attempt(1).passed).toBe(0);
    expect(attempt(25, 'a', 'settling').passed).toBe(10);
  });

  it('limits nothing where there is no limit', () => {
    limit = new RateLimit(0, 'key', () => nowMs);
    expect(attempt(1_000).passed).toBe(1_000);
  });

  it('remembers a bounded number of subjects, whoever was seen last', () => {
    attempt(10);
    for (let other = 0; other < 50_000; other += 1) attempt(1, `other-${other}`);
    expect(attempt(1).passed).toBe(1);
    expect(attempt(10, 'other-49999').passed).toBe(9);
  });
});

import { describe, expect, test } from '@jest/globals';
import { backoffMs } from './settlements.js';

describe('backoff', () => {
  test.each([
    [1, 100],
    [2, 300],
    [3, 900],
    [4, 1_000],
    [60, 1_000],
    [1_000, 1_000],
  ])('exponential by 3 from 100 ms, at most a second: attempt %i waits %i ms', (attempt, waitMs) => {
    expect(backoffMs({ type: 'exponential', initialMs: 100, factor: 3, maxMs: 1_000 }, attempt)).toBe(waitMs);
  });

  test('a fixed one does not grow', () => {
    expect(backoffMs({ type: 'fixed', initialMs: 100, factor: 3, maxMs: 1_000 }, 5)).toBe(100);
  });
});

import { describe, expect, it } from '@jest/globals';
import { backoffDelayMs, decideBurial, type BackoffPolicy } from './failure.js';

const policy = (given: Partial<BackoffPolicy> = {}): BackoffPolicy => ({
  type: 'exponential',
  initialMs: 1_000,
  factor: 2,
  maxMs: 60_000,
  jitter: 0,
  ...given,
});

describe('A backoff', () => {
  it('grows or does not, as its policy says, up to its longest', () => {
    expect([1, 2, 3, 20].map((attempt) => backoffDelayMs(policy(), attempt, 0))).toEqual([
      1_000, 2_000, 4_000, 60_000,
    ]);
    expect([1, 3].map((attempt) => backoffDelayMs(policy({ type: 'fixed' }), attempt, 0))).toEqual([
      1_000, 1_000,
    ]);
  });

  it('has a random part of the size that its policy says', () => {
    const half = policy({ jitter: 0.5 });
    expect([0, 0.5, 1].map((chance) => backoffDelayMs(half, 1, chance))).toEqual([500, 750, 1_000]);
  });

  it('of nothing stays nothing, however often it has grown', () => {
    expect(backoffDelayMs(policy({ initialMs: 0, factor: 10 }), 1_000, 1)).toBe(0);
  });
});

describe('A dead task', () => {
  it.each([
    ['retain', 1, 'rest'],
    ['retain', 0, 'vanish'],
    ['forward', 0, 'forward'],
    ['discard', 1, 'vanish'],
  ] as const)('under %s with a retention of %d goes to: %s', (mode, retentionMs, burial) => {
    expect(decideBurial({ mode, retentionMs })).toBe(burial);
  });
});

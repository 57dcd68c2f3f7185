import { describe, expect, it } from '@jest/globals';
import { jitteredDelayMs } from './jittered-delay.js';

const growth = { initialMs: 100, maxMs: 1_000 };

describe('A jittered delay', () => {
  it.each([
    [1, 100],
    [2, 200],
    [3, 400],
    [5, 1_000],
    [2_000, 1_000],
  ])('after %p failures is at most %p ms and at least half of it', (failures, fullMs) => {
    expect(jitteredDelayMs(failures, growth, { random: 1 })).toBe(fullMs);
    expect(jitteredDelayMs(failures, growth, { random: 0 })).toBe(fullMs / 2);
  });

  it('comes on top of what the server asked for', () => {
    expect(jitteredDelayMs(1, growth, { random: 0, askedMs: 2_000 })).toBe(2_050);
  });
});

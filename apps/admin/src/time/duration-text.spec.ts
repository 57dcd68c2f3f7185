import { describe, expect, it } from '@jest/globals';
import { readDuration, writeDuration } from './duration-text.js';

describe('a duration as text', () => {
  it.each([
    ['30 s', 30_000],
    ['1.5h', 5_400_000],
    ['7 days', 604_800_000],
    ['250 ms', 250],
    [' 2 m ', 120_000],
    ['0 s', 0],
  ])('%j is %d ms', (text, durationMs) => {
    expect(readDuration(text)).toBe(durationMs);
  });

  it.each(['', '30', 'soon', '-1 s', '1 fortnight', '1 s 2 s'])('%j is none', (text) => {
    expect(readDuration(text)).toBeNull();
  });

  it.each([0, 1, 1_500, 30_000, 3_600_000, 86_400_000, 34_560_000_000])(
    '%d ms reads as it was written',
    (durationMs) => {
      expect(readDuration(writeDuration(durationMs))).toBe(durationMs);
    },
  );
});

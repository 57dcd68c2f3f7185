import { describe, expect, it } from '@jest/globals';
import { barLine } from './progress-bar.js';

describe('a progress bar', () => {
  it.each([
    [0, '[________________________]   0 %  here'],
    [1_000, '[########________________]  33 %  here'],
    [2_999, '[#######################_]  99 %  here'],
    [3_000, '[########################] 100 %  here'],
    [3_001, '[########################] 100 %  here'],
  ])('shows %d of 3,000', (done, line) => {
    expect(barLine({ done, total: 3_000, words: 'here' })).toBe(line);
  });

  it('has no bar where nobody knows how much there is', () => {
    expect(barLine({ done: 7, total: null, words: '7 tasks' })).toBe('7 tasks');
  });
});

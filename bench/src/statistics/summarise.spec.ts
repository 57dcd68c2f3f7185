import { describe, expect, it } from '@jest/globals';
import { median, quantile, summarise } from './summarise.js';

describe('summarising rounds', () => {
  it.each([
    [[5], 5],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[10, 9, 100], 10],
  ])('the median of %j is %d', (values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('takes quantiles by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(quantile(values, 0.5)).toBe(50);
    expect(quantile(values, 0.99)).toBe(99);
    expect(quantile(values, 1)).toBe(100);
    expect(quantile(values, 0)).toBe(1);
  });

  it('keeps the extremes', () => {
    expect(summarise([7, 3, 5])).toEqual({ median: 5, lowest: 3, highest: 7 });
  });

  it('refuses to summarise nothing', () => {
    expect(() => median([])).toThrow('No values');
    expect(() => quantile([], 0.5)).toThrow('No values');
  });
});

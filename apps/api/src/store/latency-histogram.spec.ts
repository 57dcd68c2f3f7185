import { describe, expect, it } from '@jest/globals';
import { bucketOf, emptyHistogram, histogramBuckets, quantileOf } from './latency-histogram.js';

const histogramOf = (...durations: number[]): number[] => {
  const histogram = emptyHistogram();
  for (const ms of durations) histogram[bucketOf(ms)] = (histogram[bucketOf(ms)] ?? 0) + 1;
  return histogram;
};

describe('A histogram of durations', () => {
  it('has a bucket for every duration', () => {
    expect(bucketOf(0)).toBe(0);
    expect(bucketOf(10)).toBe(0);
    expect(bucketOf(11)).toBe(1);
    expect(bucketOf(Number.MAX_SAFE_INTEGER)).toBe(histogramBuckets - 1);
  });

  it('without an entry has no quantile', () => {
    expect(quantileOf(emptyHistogram(), 0.5)).toBeNull();
  });

  it('tells a quantile as finely as its bucket is wide', () => {
    const durations = [...Array.from({ length: 90 }, () => 20), ...Array.from({ length: 10 }, () => 2_000)];
    const histogram = histogramOf(...durations);
    expect(quantileOf(histogram, 0.5)).toBeGreaterThan(10);
    expect(quantileOf(histogram, 0.5)).toBeLessThanOrEqual(30);
    expect(quantileOf(histogram, 0.95)).toBeGreaterThan(1_000);
    expect(quantileOf(histogram, 0.95)).toBeLessThanOrEqual(3_000);
  });

  it('tells the bound of the last bucket for what lies beyond it', () => {
    expect(quantileOf(histogramOf(1e12), 0.95)).toBe(604_800_000);
  });
});

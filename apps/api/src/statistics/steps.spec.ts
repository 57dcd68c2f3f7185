import { describe, expect, it } from '@jest/globals';
import { emptyHistogram } from '../store/latency-histogram.js';
import type { StatisticsBucket } from '../store/statistics-store.js';
import { pointsOf, stepsOf } from './steps.js';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const nowMs = Date.parse('2026-11-30T12:34:56.789Z');
const unasked = { fromMs: undefined, toMs: undefined, stepMs: undefined };

const bucketAt = (atMs: number, completed: number, depth: number): StatisticsBucket => ({
  atMs,
  counts: { enqueued: 0, completed, failed: 0, died: 0 },
  wait: emptyHistogram(),
  run: emptyHistogram(),
  depth,
  inProgress: 0,
  dead: 0,
});

describe('The steps of statistics', () => {
  it('are sixty in the last hour unless something else is asked for', () => {
    const steps = stepsOf(unasked, nowMs);
    expect(steps).toMatchObject({ width: 'fine', stepMs: minuteMs });
    expect(steps?.toMs).toBe(Date.parse('2026-11-30T12:35:00Z'));
    expect(((steps?.toMs ?? 0) - (steps?.fromMs ?? 0)) / minuteMs).toBe(61);
  });

  it('are rounded up to what is kept: ten seconds lately, five minutes before', () => {
    expect(stepsOf({ ...unasked, stepMs: 60 }, nowMs)).toMatchObject({ width: 'fine', stepMs: 10_000 });
    expect(stepsOf({ ...unasked, fromMs: nowMs - 3 * hourMs, stepMs: 60 }, nowMs)).toMatchObject({
      width: 'coarse',
      stepMs: 5 * minuteMs,
    });
    expect(stepsOf({ ...unasked, stepMs: 7 * minuteMs }, nowMs)).toMatchObject({
      width: 'coarse',
      stepMs: 10 * minuteMs,
    });
  });

  it('are none when they would be more than a thousand', () => {
    expect(stepsOf({ fromMs: 0, toMs: nowMs, stepMs: hourMs }, nowMs)).toBeNull();
  });

  it('hold what their buckets hold together, and what was there at their ends', () => {
    const steps = { width: 'fine' as const, fromMs: 0, toMs: 2 * minuteMs, stepMs: minuteMs };
    const buckets = [bucketAt(50_000, 2, 7), bucketAt(10_000, 1, 9)];
    expect(pointsOf(steps, buckets)).toMatchObject([
      { at: '1970-01-01T00:00:00.000Z', completed: 3, depth: 7, wait: null },
      { at: '1970-01-01T00:01:00.000Z', completed: 0, depth: 0, run: null },
    ]);
  });
});

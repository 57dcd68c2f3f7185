import { describe, expect, it } from '@jest/globals';
import type { ThreadRun } from '@spool/contracts';
import { barsOf, moveSpan, placeOf, revealIn, spanOf, ticksOf, zoomSpan } from './lane.js';

const at = (ms: number): string => new Date(ms).toISOString();

const run = (taskId: string, startMs: number, endMs: number | null): ThreadRun => ({
  taskId,
  queue: 'orders',
  attempt: 1,
  workerId: 'worker-1',
  startedAt: at(startMs),
  endedAt: endMs === null ? null : at(endMs),
  outcome: endMs === null ? null : 'completed',
});

describe('the bars of a lane', () => {
  it('stand in the order of their starts; the one that goes on ends now', () => {
    const bars = barsOf([run('3', 300, null), run('2', 200, 300), run('1', 100, 200)], 500);

    expect(bars.map(({ key, fromMs, toMs }) => [key, fromMs, toMs])).toEqual([
      ['1/1', 100, 200],
      ['2/1', 200, 300],
      ['3/1', 300, 500],
    ]);
    expect(bars.filter(({ overlaps }) => overlaps)).toEqual([]);
  });

  it('R1: mark a run that began before any earlier one had ended', () => {
    const bars = barsOf(
      [run('1', 100, 900), run('2', 200, 300), run('3', 850, 950), run('4', 950, 960)],
      1_000,
    );

    expect(bars.filter(({ overlaps }) => overlaps).map(({ key }) => key)).toEqual(['2/1', '3/1']);
  });
});

describe('the stretch of time that a lane shows', () => {
  const whole = { fromMs: 0, toMs: 1_000 };

  it('begins with everything, to now', () => {
    const { fromMs, toMs } = spanOf(barsOf([run('1', 1_000, 2_000)], 11_000), 11_000);

    expect([fromMs, toMs]).toEqual([800, 11_200]);
    expect(spanOf([], 100_000)).toMatchObject({ fromMs: 38_800 });
  });

  it('zooms around a moment that stays in place, and never past everything', () => {
    expect(zoomSpan(whole, 0.5, 250, whole)).toEqual({ fromMs: 125, toMs: 625 });
    expect(placeOf(250, { fromMs: 125, toMs: 625 }, 1_000)).toBe(placeOf(250, whole, 1_000));
    expect(zoomSpan({ fromMs: 125, toMs: 625 }, 10, 250, whole)).toEqual(whole);
    expect(zoomSpan(whole, 0.000_1, 500, whole).toMs - zoomSpan(whole, 0.000_1, 500, whole).fromMs).toBe(20);
  });

  it('moves to the ends and no further', () => {
    const span = { fromMs: 400, toMs: 600 };

    expect(moveSpan(span, 100, whole)).toEqual({ fromMs: 500, toMs: 700 });
    expect(moveSpan(span, 9_000, whole)).toEqual({ fromMs: 800, toMs: 1_000 });
    expect(moveSpan(span, -9_000, whole)).toEqual({ fromMs: 0, toMs: 200 });
  });

  it('follows a run that is chosen', () => {
    const span = { fromMs: 400, toMs: 600 };

    expect(revealIn(span, { fromMs: 450, toMs: 900 }, whole)).toEqual(span);
    expect(revealIn(span, { fromMs: 100, toMs: 120 }, whole)).toEqual({ fromMs: 100, toMs: 300 });
    expect(revealIn(span, { fromMs: 700, toMs: 701 }, whole)).toEqual({ fromMs: 501, toMs: 701 });
  });

  it('has an axis of round moments', () => {
    expect(ticksOf({ fromMs: 1_200, toMs: 6_100 }, 6)).toEqual({
      atMs: [2_000, 3_000, 4_000, 5_000, 6_000],
      stepMs: 1_000,
    });
    expect(ticksOf({ fromMs: 0, toMs: 400 * 86_400_000 }, 5).atMs.length).toBeLessThanOrEqual(6);
  });
});

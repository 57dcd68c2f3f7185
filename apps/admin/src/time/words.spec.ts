import { describe, expect, it } from '@jest/globals';
import { absoluteTime, relativeTime } from './words.js';

const nowMs = Date.parse('2026-11-30T12:00:00.000Z');

describe('times', () => {
  it.each([
    ['2026-11-30T12:00:00.400Z', 'now'],
    ['2026-11-30T11:59:55.000Z', '5 s ago'],
    ['2026-11-30T12:03:20.000Z', 'in 3 min 20 s'],
    ['2026-11-30T11:15:00.000Z', '45 min ago'],
    ['2026-11-30T09:30:00.000Z', '2 h 30 min ago'],
    ['2026-12-03T13:00:00.000Z', 'in 3 d 1 h'],
  ])('%s reads %s', (at, words) => {
    expect(relativeTime(at, nowMs)).toBe(words);
  });

  it('are told in full with their milliseconds, in the zone that is asked for', () => {
    const at = '2026-07-01T22:02:03.004Z';

    expect(absoluteTime(at, 'UTC')).toBe('2026-07-01 22:02:03.004 UTC');
    expect(absoluteTime(at, 'Europe/Berlin')).toBe('2026-07-02 00:02:03.004 Europe/Berlin');
  });
});

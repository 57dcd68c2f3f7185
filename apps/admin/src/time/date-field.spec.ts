import { describe, expect, it } from '@jest/globals';
import { dateFieldOf, timeOfField } from './date-field.js';

const at = '2026-07-01T22:02:03.000Z';

describe('a date field', () => {
  it.each(['utc', 'local'] as const)('means the time that it shows, in %s', (zone) => {
    expect(timeOfField(dateFieldOf(at, zone), zone)).toBe(at);
  });

  it('shows UTC where UTC is meant', () => {
    expect(dateFieldOf(at, 'utc')).toBe('2026-07-01T22:02:03');
    expect(timeOfField('2026-07-01T22:02', 'utc')).toBe('2026-07-01T22:02:00.000Z');
  });
});

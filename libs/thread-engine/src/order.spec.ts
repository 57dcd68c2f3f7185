import { describe, expect, it } from '@jest/globals';
import { compareIds, compareMembers } from './order.js';

describe('The order of a line', () => {
  it.each([
    ['9', '10'],
    ['99', '100'],
    ['7', '8'],
    ['9007199254740992', '9007199254740993'],
  ])('has %s before %s, as numbers', (smaller, larger) => {
    expect(compareIds(smaller, larger)).toBeLessThan(0);
    expect(compareIds(larger, smaller)).toBeGreaterThan(0);
    expect(compareIds(smaller, smaller)).toBe(0);
  });

  it('goes by time first (R2)', () => {
    const early = { id: '10', scheduledAtMs: 1 };
    const late = { id: '9', scheduledAtMs: 2 };
    expect(compareMembers(early, late)).toBeLessThan(0);
    expect(compareMembers(late, early)).toBeGreaterThan(0);
    expect(compareMembers(late, { ...early, scheduledAtMs: 2 })).toBeLessThan(0);
  });
});

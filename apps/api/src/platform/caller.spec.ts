import { describe, expect, it } from '@jest/globals';
import { aCaller } from '../../test/support/callers.js';
import { coversQueue } from './caller.js';

const covers = (pattern: string, name: string): boolean => coversQueue(aCaller(['read'], [pattern]), name);

describe('A pattern of queue names', () => {
  it.each([
    ['*', 'orders', true],
    ['orders', 'orders', true],
    ['orders', 'orders-eu', false],
    ['orders*', 'orders', true],
    ['orders*', 'my-orders', false],
    ['*orders', 'my-orders', true],
    ['*orders', 'orders-eu', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['*b*b*', 'ab', false],
    ['*b*b*', 'abab', true],
    ['**', 'orders', true],
    ['a.c', 'abc', false],
    ['', 'orders', false],
  ])('%j and %j: %j', (pattern, name, expected) => {
    expect(covers(pattern, name)).toBe(expected);
  });

  it('is soon done with what could be divided in very many ways', () => {
    const startedMs = performance.now();
    expect(covers(`${'*a'.repeat(49)}*b`, 'a'.repeat(100))).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(100);
  });
});

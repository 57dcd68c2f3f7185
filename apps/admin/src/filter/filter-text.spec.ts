import { describe, expect, it } from '@jest/globals';
import { assert, property, string } from 'fast-check';
import { fitsPattern, parseFilter, writeFilter, writePart } from './filter-text.js';

describe('the text of a filter', () => {
  it('is taken apart at its spaces', () => {
    expect(parseFilter('state:dead  type:email thread:order-* age:>2h word')).toEqual([
      { key: 'state', value: 'dead' },
      { key: 'type', value: 'email' },
      { key: 'thread', value: 'order-*' },
      { key: 'age', value: '>2h' },
      { key: '', value: 'word' },
    ]);
  });

  it('has values with spaces in quotes, closed or not', () => {
    expect(parseFilter('thread:"a \\"b\\" c" x')).toEqual([
      { key: 'thread', value: 'a "b" c' },
      { key: '', value: 'x' },
    ]);
    expect(parseFilter('thread:"a b')).toEqual([{ key: 'thread', value: 'a b' }]);
  });

  it('is empty for nothing, and leaves the address', () => {
    expect(parseFilter('   ')).toEqual([]);
    expect(writeFilter([])).toBeUndefined();
  });

  it('reads as it was written, whatever the value is', () => {
    assert(
      property(string({ minLength: 1 }), (value) => {
        expect(parseFilter(writePart({ key: 'thread', value }))).toEqual([{ key: 'thread', value }]);
      }),
    );
  });
});

describe('a pattern', () => {
  it.each([
    ['order-17', 'order-*', true],
    ['Order-17', 'order-*', true],
    ['my-order-17', 'order-*', false],
    ['a.b', 'a.b', true],
    ['axb', 'a.b', false],
    ['line\nbreak', '*break', true],
  ])('%j against %j: %j', (text, pattern, fits) => {
    expect(fitsPattern(text, pattern)).toBe(fits);
  });
});

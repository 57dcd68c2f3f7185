import { describe, expect, it } from '@jest/globals';
import { mergeRows, type FreshPart } from './merge-rows.js';

interface Row {
  readonly key: string;
  readonly value?: number;
}

const rowsOf = (keys: string): Row[] => [...keys].map((key) => ({ key }));

const merge = (shown: string, head: string, { isComplete = false, isLast = false } = {}) => {
  const rows = rowsOf(shown);
  const part: FreshPart<Row> = { items: rowsOf(head), isLast, from: 0, to: rows.length };
  const merged = mergeRows({ rows, isComplete }, [part], ({ key }) => key);
  return { ...merged, keys: merged.rows.map(({ key }) => key).join(''), gone: [...merged.gone].join('') };
};

describe('rows on the screen beside what the list has become', () => {
  it('take new values where they stand', () => {
    const shown = { rows: [{ key: 'a', value: 1 }, { key: 'b' }], isComplete: true };
    const part = { items: [{ key: 'a', value: 2 }, { key: 'b' }], isLast: true, from: 0, to: 2 };

    expect(mergeRows(shown, [part], ({ key }) => key).rows).toEqual([{ key: 'a', value: 2 }, { key: 'b' }]);
  });

  it('are not moved by what came: it is counted', () => {
    expect(merge('cba', 'edc')).toMatchObject({ keys: 'cba', newCount: 2, gone: '' });
  });

  it('count a whole page of new ones when none is known', () => {
    expect(merge('cba', 'gfe')).toMatchObject({ keys: 'cba', newCount: 3, gone: '' });
  });

  it('tell which of them have left', () => {
    expect(merge('dcba', 'da', { isLast: true, isComplete: true })).toMatchObject({
      keys: 'dcba',
      gone: 'cb',
    });
  });

  it('do not take for new what moved up from the page after', () => {
    expect(merge('dcb', 'dba')).toMatchObject({ newCount: 0, gone: 'c' });
  });

  it('take for new what was appended to a list that was there as a whole', () => {
    expect(merge('ab', 'abc', { isComplete: true, isLast: true })).toMatchObject({ newCount: 1 });
  });

  it('do not take for gone what now stands on a later page', () => {
    expect(merge('cba', 'edc')).toMatchObject({ gone: '' });
  });

  it('tell that their order is another one', () => {
    expect(merge('abc', 'bac')).toMatchObject({ keys: 'abc', isReordered: true, newCount: 0 });
    expect(merge('abc', 'abc')).toMatchObject({ isReordered: false });
  });

  it('are compared part by part when a later page is on the screen', () => {
    const rows = rowsOf('fedcba');
    const parts = [
      { items: rowsOf('gfe'), isLast: false, from: 0, to: 3 },
      { items: rowsOf('ca'), isLast: true, from: 3, to: 6 },
    ];

    const { gone, newCount } = mergeRows({ rows, isComplete: true }, parts, ({ key }) => key);

    expect([...gone]).toEqual(['b']);
    expect(newCount).toBe(1);
  });
});

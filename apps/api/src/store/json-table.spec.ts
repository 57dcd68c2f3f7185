import { describe, expect, it } from '@jest/globals';
import { idList, idTable, keyList, keyTable, rowLists, rowTable, sortedIds } from './json-table.js';

describe('Lists of ids', () => {
  it('are sorted as numbers, each id once', () => {
    expect(sortedIds(['10', '9', '100', '9', '2'])).toEqual(['2', '9', '10', '100']);
  });

  it('are written digit by digit: no float ever holds an id', () => {
    expect(idList(['9223372036854775807', '9223372036854775806', '9007199254740993'])).toBe(
      '[9007199254740993,9223372036854775806,9223372036854775807]',
    );
  });

  it('may be empty', () => {
    expect(idList([])).toBe('[]');
  });
});

describe('Lists of keys', () => {
  it('are sorted, each key once', () => {
    expect(keyList(['ff', '0a', 'ff'])).toBe('["0a","ff"]');
  });
});

describe('Lists of rows', () => {
  const smallestUsualPacketBytes = 16 * 1024 * 1024;
  const escapedBytes = (text: string): number =>
    Buffer.byteLength(text) + (text.match(/["'\\]/g)?.length ?? 0);

  it('are one for rows that fit, and none for no rows', () => {
    expect(rowLists([{ id: '1' }, { id: '2' }])).toEqual(['[{"id":"1"},{"id":"2"}]']);
    expect(rowLists([])).toEqual([]);
  });

  it('are as many as keep each statement within what every server takes, in order', () => {
    const rows = Array.from({ length: 400 }, (_, id) => ({ id, result: '"\\'.repeat(16_000) }));
    const lists = rowLists(rows);
    expect(lists.length).toBeGreaterThan(1);
    for (const list of lists) expect(escapedBytes(list)).toBeLessThan(smallestUsualPacketBytes);
    const ids = lists.flatMap((list) => (JSON.parse(list) as { id: number }[]).map(({ id }) => id));
    expect(ids).toEqual(rows.map(({ id }) => id));
  });
});

describe('Derived tables', () => {
  it('take one parameter, whatever the number of rows', () => {
    for (const table of [idTable, keyTable, rowTable({ hex: 'CHAR(32)', size: 'INT' })])
      expect(table.match(/\?/g)).toHaveLength(1);
  });

  it('name and type each column', () => {
    expect(rowTable({ hex: 'CHAR(32)', size: 'INT' })).toContain(
      "hex CHAR(32) PATH '$.hex', size INT PATH '$.size'",
    );
    expect(idTable).toContain("id BIGINT PATH '$'");
  });
});

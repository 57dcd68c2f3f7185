import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { tableLines, type Column } from './table.js';

interface Row {
  readonly name: string;
  readonly count: number;
}

const columns: readonly Column<Row>[] = [
  { title: 'NAME', value: ({ name }) => name },
  { title: 'COUNT', value: ({ count }) => count, align: 'right' },
];

describe('a table', () => {
  it('lines its columns up, numbers on the right', () => {
    const rows = [
      { name: 'orders', count: 12_345 },
      { name: '注文', count: 7 },
    ];
    expect(tableLines(columns, rows, null)).toEqual(['NAME    COUNT', 'orders  12345', '注文        7']);
  });

  it('fits the terminal: the widest column is cut, and says so', () => {
    const rows = [{ name: `customer-${'注'.repeat(60)}\u001b[31m`, count: 1 }];
    const lines = tableLines(columns, rows, 40);
    expect(lines.every((line) => stringWidth(line) <= 40)).toBe(true);
    expect(lines[1]).toMatch(/^customer-注+…\s+1$/);
    expect(lines.join('')).not.toContain('\u001b');
  });
});

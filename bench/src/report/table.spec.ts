import { describe, expect, it } from '@jest/globals';
import type { Figure } from './results.js';
import { figuresTable, sidesTable } from './table.js';

const figures: Figure[] = [
  {
    metric: 'drained',
    unit: 'tasks/s',
    sides: [
      { side: 'spool-mariadb', median: 12_345, lowest: 11_000, highest: 13_000 },
      { side: 'groupmq', median: 7, lowest: 7, highest: 7 },
    ],
  },
  {
    metric: 'p50',
    unit: 'ms',
    sides: [{ side: 'spool-mariadb', median: 1.234, lowest: 1, highest: 12.3 }],
  },
];

describe('tables of results', () => {
  it('have a row for each side, with medians and extremes', () => {
    expect(sidesTable(figures)).toBe(
      [
        '| side | durable | drained, tasks/s | p50, ms |',
        '| --- | --- | --: | --: |',
        '| Spool on MariaDB | yes | 12,300 (11,000 – 13,000) | 1.23 (1.00 – 12) |',
        '| groupmq as shipped | no | 7 | – |',
      ].join('\n'),
    );
  });

  it('or a row for each figure', () => {
    expect(figuresTable(figures)).toBe(
      [
        '| figure | Spool on MariaDB | groupmq as shipped |',
        '| --- | --: | --: |',
        '| drained, tasks/s | 12,300 (11,000 – 13,000) | 7 |',
        '| p50, ms | 1.23 (1.00 – 12) | – |',
      ].join('\n'),
    );
  });
});

import { describe, expect, it } from '@jest/globals';
import { barChart } from './chart.js';

const chart = barChart('W1 <keyed>', {
  metric: 'drained',
  unit: 'tasks/s',
  sides: [
    { side: 'spool-mysql', median: 4_000, lowest: 3_000, highest: 8_000 },
    { side: 'groupmq', median: 2_000, lowest: 2_000, highest: 2_000 },
  ],
});

const widths = [...chart.matchAll(/<rect x="\d+" y="\d+" width="([\d.]+)"/g)].map(([, width]) =>
  Number(width),
);

describe('a chart of bars', () => {
  it('draws bars in proportion to the medians', () => {
    expect(widths).toHaveLength(2);
    expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(2);
  });

  it('names its sides and shows their medians', () => {
    for (const text of ['Spool on MySQL', 'groupmq as shipped', '>4,000<', '>2,000<'])
      expect(chart).toContain(text);
  });

  it('escapes what would be markup', () => {
    expect(chart).toContain('W1 &lt;keyed&gt;');
    expect(chart).not.toContain('<keyed>');
  });
});

import { describeSide } from '../sides/catalogue.js';
import type { Spread } from '../statistics/summarise.js';
import type { Unit } from '../workloads/workload.js';
import { numberText } from './number-text.js';
import type { Figure } from './results.js';

const cellOf = (spread: Spread | undefined, unit: Unit): string => {
  if (spread === undefined) return '–';
  const { median, lowest, highest } = spread;
  const range = lowest === highest ? '' : ` (${numberText(lowest, unit)} – ${numberText(highest, unit)})`;
  return `${numberText(median, unit)}${range}`;
};

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const durability = (durable: boolean): string => (durable ? 'yes' : 'no');

/** One side a row, one figure a column: the median, and in brackets the lowest and highest round. */
export const sidesTable = (figures: readonly Figure[]): string => {
  const names = [...new Set(figures.flatMap(({ sides }) => sides.map(({ side }) => side)))];
  const head = ['side', 'durable', ...figures.map(({ metric, unit }) => `${metric}, ${unit}`)];
  const rule = head.map((_, index) => (index < 2 ? '---' : '--:'));
  const rows = names.map((name) => {
    const { title, durable } = describeSide(name);
    const cells = figures.map(({ sides, unit }) =>
      cellOf(
        sides.find(({ side }) => side === name),
        unit,
      ),
    );
    return row([title, durability(durable), ...cells]);
  });
  return [row(head), row(rule), ...rows].join('\n');
};

/** One figure a row, one side a column, for workloads of many figures and few sides. */
export const figuresTable = (figures: readonly Figure[]): string => {
  const names = [...new Set(figures.flatMap(({ sides }) => sides.map(({ side }) => side)))];
  const head = ['figure', ...names.map((name) => describeSide(name).title)];
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  const rows = figures.map(({ metric, unit, sides }) =>
    row([
      `${metric}, ${unit}`,
      ...names.map((name) =>
        cellOf(
          sides.find(({ side }) => side === name),
          unit,
        ),
      ),
    ]),
  );
  return [row(head), row(rule), ...rows].join('\n');
};

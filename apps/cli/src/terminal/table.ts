import stringWidth from 'string-width';
import { cutText, padText } from './cut-text.js';
import { harmlessText } from './harmless-text.js';

/** A column of a table: its title and what it shows of a row. */
export interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => string | number | null | undefined;
  readonly align?: 'left' | 'right';
}

const gap = '  ';
const narrowest = 6;

/** Takes columns from the widest one until all fit; none becomes narrower than six. */
const shrink = (widths: readonly number[], room: number): number[] => {
  const shrunk = [...widths];
  let excess = shrunk.reduce((sum, width) => sum + width, gap.length * (shrunk.length - 1)) - room;
  while (excess > 0) {
    const widest = Math.max(...shrunk);
    if (widest <= narrowest) break;
    shrunk[shrunk.indexOf(widest)] = widest - 1;
    excess -= 1;
  }
  return shrunk;
};

/** The lines of a table, the titles first, in so many columns of a terminal; null for as many as it takes. */
export const tableLines = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  room: number | null,
): string[] => {
  const texts = rows.map((row) => columns.map(({ value }) => harmlessText(String(value(row) ?? ''))));
  const lines = [columns.map(({ title }) => title), ...texts];
  const natural = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))));
  const widths = room === null ? natural : shrink(natural, room);
  return lines.map((line) =>
    line
      .map((text, index) => {
        const width = widths[index] ?? 0;
        return padText(cutText(text, width), width, columns[index]?.align);
      })
      .join(gap)
      .trimEnd(),
  );
};

import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { classesOf, gridOf, type Column } from './column.js';

const rowCount = 12;
/** Widths that look like text of different lengths, in percent. */
const textWidths = [72, 48, 60, 84, 54, 66];

interface RowSkeletonsProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly hasChoice?: boolean;
}

/** The table that is on its way: the same grid, with bars where the text will be. */
export const RowSkeletons = <Row,>({ columns, hasChoice = false }: RowSkeletonsProps<Row>) => (
  <output className="data-table" aria-label="Loading" style={gridOf(columns, hasChoice) as CSSProperties}>
    <span className="table-head" />
    {Array.from({ length: rowCount }, (_, row) => (
      <span className="table-row" key={row}>
        {hasChoice && <span className="cell" />}
        {columns.map((column, index) => (
          <span className={classesOf(column)} key={column.name}>
            <Skeleton height={10} width={`${textWidths[(row + index) % textWidths.length] ?? 60}%`} />
          </span>
        ))}
      </span>
    ))}
  </output>
);

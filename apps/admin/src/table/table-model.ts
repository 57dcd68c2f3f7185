import { tableFeatures, useTable, type ColumnDef, type Row as TableRow } from '@tanstack/react-table';
import { useMemo } from 'react';
import type { Column } from './column.js';

/** What the tables use of TanStack Table: columns, headings and cells; order and pages are the server's. */
const features = tableFeatures({});

/** A row with its place in the whole list. */
export interface PlacedRow<Row> {
  readonly row: Row;
  readonly index: number;
}

/** A row as TanStack Table models it. */
export type ModelRow<Row> = TableRow<typeof features, PlacedRow<Row>>;

/**
 * Models the rows in the window of a list; `first` is the place of the first one. The model knows no others, so that
 * a hundred thousand rows cost what fifty cost.
 */
export const useTableModel = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { first, count }: { readonly first: number; readonly count: number },
) => {
  const data = useMemo(
    () =>
      rows.slice(first, first + count).map((row, offset): PlacedRow<Row> => ({ row, index: first + offset })),
    [rows, first, count],
  );
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, PlacedRow<Row>> => ({
        id: column.name,
        header: column.name,
        cell: ({ row }) => column.cell(row.original.row, row.original.index),
      })),
    [columns],
  );
  return useTable({ features, columns: definitions, data });
};

/** A table over the rows in the window of a list. */
export type TableModel<Row> = ReturnType<typeof useTableModel<Row>>;

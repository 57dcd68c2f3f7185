import type { CSSProperties } from 'react';
import { gridOf, type Column } from './column.js';
import type { Selection } from './selection.js';
import { TableHead } from './table-head.js';
import { useTableModel } from './table-model.js';
import { TableRow } from './table-row.js';
import { useRowKeys } from './use-row-keys.js';
import { useVisibleRows } from './use-visible-rows.js';
import './data-table.css';

export type { Column } from './column.js';

/** A table and what can be done with its rows. */
export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly selection?: Selection | undefined;
  /** The row whose panel is open. */
  readonly openKey?: string | undefined;
  /** Opens a row: by a click on it, or Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Rows that have left the list and stay until the pointer does. */
  readonly gone?: ReadonlySet<string> | undefined;
  /** Told which rows are on the screen. */
  readonly onVisible?: ((first: number, last: number) => void) | undefined;
}

/**
 * A dense table: rows of one height, hairlines, and only those in the document that are on the screen. Columns keep
 * their widths, so that nothing shifts while rows come and go.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowKey, selection, openKey, onOpen, gone, onVisible } = props;
  const { body, rowHeight, totalHeight, shown, scrollTo } = useVisibleRows(rows.length, onVisible);
  const table = useTableModel(columns, rows, shown);
  const keys = useRowKeys({ rows, rowKey, selection, onOpen, openKey, scrollTo });
  return (
    <table
      className="data-table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={gridOf(columns, selection !== undefined) as CSSProperties}
    >
      <TableHead table={table} columns={columns} rows={rows} rowKey={rowKey} selection={selection} />
      <tbody ref={body} className="table-body" style={{ height: totalHeight }}>
        {table.getRowModel().rows.map((model) => {
          const { row, index } = model.original;
          const key = rowKey(row, index);
          return (
            <TableRow
              key={key}
              model={model}
              rowId={key}
              columns={columns}
              place={{ index, top: index * rowHeight, height: rowHeight }}
              selection={selection}
              isOpen={key === openKey}
              isGone={gone?.has(key) ?? false}
              isCurrent={index === keys.current}
              wantsFocus={keys.wantsFocus(index)}
              onFocus={() => keys.onFocus(index)}
              onOpen={onOpen === undefined ? undefined : () => onOpen(row)}
            />
          );
        })}
      </tbody>
    </table>
  );
};

import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { classesOf, gridOf, type Column } from './column.js';
import { useScroller } from './scroller.js';
import { SelectAll } from './row-choice.js';
import type { Selection } from './selection.js';
import { useTableModel } from './table-model.js';
import { TableRow } from './table-row.js';
import { useRowKeys } from './use-row-keys.js';
import './data-table.css';

export type { Column } from './column.js';

const rowHeightPx = 32;
const phoneRowHeightPx = 44;
const headHeightPx = 28;
const overscanRows = 12;

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

/** How far the rows begin below the top of what scrolls; a little off is made good by the rows beyond the edge. */
const useScrollMargin = (scroller: HTMLElement | null, rowCount: number) => {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    if (scroller === null || body.current === null || rowCount === 0) return;
    const above = body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
    setMargin(Math.round(above + scroller.scrollTop));
  }, [scroller, rowCount]);
  return { body, margin };
};

/**
 * A dense table: rows of one height, hairlines, and only those in the document that are on the screen. Columns keep
 * their widths, so that nothing shifts while rows come and go.
 */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowKey, selection, openKey, onOpen, gone, onVisible } = props;
  const scroller = useScroller();
  const isPhone = useMediaQuery('(max-width: 640px)') ?? false;
  const height = isPhone ? phoneRowHeightPx : rowHeightPx;
  const { body, margin } = useScrollMargin(scroller, rows.length);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => height,
    overscan: overscanRows,
    scrollMargin: margin,
    scrollPaddingStart: headHeightPx,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, height]);
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  useEffect(() => onVisible?.(first, first + items.length), [onVisible, first, items.length]);
  const table = useTableModel(columns, rows, { first, count: items.length });
  const keys = useRowKeys({ rows, rowKey, selection, onOpen, openKey, scrollTo: virtualizer.scrollToIndex });
  const hasChoice = selection !== undefined;
  return (
    <table
      className="data-table"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      style={gridOf(columns, hasChoice) as CSSProperties}
    >
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr className="table-head" aria-rowindex={1} key={group.id}>
            {selection !== undefined && <SelectAll rows={rows} rowKey={rowKey} selection={selection} />}
            {group.headers.map((header, index) => {
              const column = columns[index];
              if (column === undefined) return null;
              return (
                <th scope="col" className={classesOf(column)} key={header.id}>
                  <span className={column.silent === true ? 'for-readers' : undefined}>{column.name}</span>
                </th>
              );
            })}
          </tr>
        ))}
      </thead>
      <tbody ref={body} className="table-body" style={{ height: virtualizer.getTotalSize() }}>
        {table.getRowModel().rows.map((model) => {
          const { row, index } = model.original;
          const key = rowKey(row, index);
          return (
            <TableRow
              key={key}
              model={model}
              rowId={key}
              columns={columns}
              place={{ index, top: index * height, height }}
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

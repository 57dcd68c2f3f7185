import { flexRender } from '@tanstack/react-table';
import { useEffect, useRef, type MouseEvent } from 'react';
import { classesOf, type Column } from './column.js';
import { RowChoice } from './row-choice.js';
import type { Selection } from './selection.js';
import type { ModelRow } from './table-model.js';

interface TableRowProps<Row> {
  readonly model: ModelRow<Row>;
  readonly rowId: string;
  readonly columns: readonly Column<Row>[];
  /** Where the row stands, in pixels. */
  readonly place: { readonly index: number; readonly top: number; readonly height: number };
  readonly selection: Selection | undefined;
  readonly isOpen: boolean;
  readonly isGone: boolean;
  /** Whether the keyboard stands on the row. */
  readonly isCurrent: boolean;
  readonly wantsFocus: boolean;
  readonly onFocus: () => void;
  readonly onOpen: (() => void) | undefined;
}

const headRows = 1;
const pressable = 'a, button, input, label, summary';

const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest(pressable) !== null;

const hasSelectedText = (): boolean => (window.getSelection()?.toString() ?? '') !== '';

/** One row; a click anywhere on it opens it, unless it is on something that does its own. */
export const TableRow = <Row,>(props: TableRowProps<Row>) => {
  const { model, rowId, columns, place, selection, onOpen, wantsFocus } = props;
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (wantsFocus) element.current?.focus({ preventScroll: true });
  }, [wantsFocus]);
  return (
    <tr
      ref={element}
      className="table-row"
      tabIndex={props.isCurrent ? 0 : -1}
      aria-rowindex={place.index + 1 + headRows}
      aria-selected={selection?.has(rowId)}
      data-open={props.isOpen}
      data-gone={props.isGone}
      data-opens={onOpen !== undefined}
      style={{ height: place.height, transform: `translateY(${place.top}px)` }}
      onFocus={props.onFocus}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        onOpen?.();
      }}
      onClick={(event) => {
        if (!isOnControl(event) && !hasSelectedText()) onOpen?.();
      }}
    >
      {selection !== undefined && <RowChoice rowId={rowId} selection={selection} />}
      {model.getAllCells().map((cell, index) => {
        const column = columns[index];
        if (column === undefined) return null;
        return (
          <td className={classesOf(column)} key={cell.id}>
            {flexRender(cell.column.columnDef.cell, cell.getContext())}
          </td>
        );
      })}
    </tr>
  );
};

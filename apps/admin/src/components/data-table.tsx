import type { ReactNode } from 'react';
import type { Selection } from './use-selection.js';
import './data-table.css';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  readonly align?: 'end';
  /** Whether the column shows on a phone. */
  readonly onPhone?: boolean;
  /** Takes what is left of the width and cuts its text. */
  readonly grows?: boolean;
  /** The heading is for screen readers only. */
  readonly silent?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly selection?: Selection;
  readonly openKey?: string | undefined;
}

const classesOf = <Row,>(column: Column<Row>): string =>
  [
    column.align === 'end' ? 'cell-end' : '',
    column.onPhone === false ? 'cell-wide-only' : '',
    column.grows === true ? 'cell-grows' : '',
  ].join(' ');

const SelectAll = ({
  keys,
  selection,
}: {
  readonly keys: readonly string[];
  readonly selection: Selection;
}) => {
  const chosen = keys.filter((key) => selection.has(key)).length;
  return (
    <th scope="col" className="cell-choice">
      <input
        type="checkbox"
        aria-label="Select all loaded"
        checked={keys.length > 0 && chosen === keys.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = chosen > 0 && chosen < keys.length;
        }}
        onChange={(event) => selection.setAll(keys, event.currentTarget.checked)}
      />
    </th>
  );
};

const Choice = ({ rowKey, selection }: { readonly rowKey: string; readonly selection: Selection }) => (
  <td className="cell-choice">
    <input
      type="checkbox"
      aria-label={`Select ${rowKey}`}
      checked={selection.has(rowKey)}
      onChange={(event) => selection.setAll([rowKey], event.currentTarget.checked)}
    />
  </td>
);

/** A dense table: 32 px rows, hairlines, and a choice column where a selection is given. */
export const DataTable = <Row,>(props: DataTableProps<Row>) => {
  const { label, columns, rows, rowKey, selection, openKey } = props;
  const keys = rows.map(rowKey);
  return (
    <div className="data-table-frame">
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            {selection !== undefined && <SelectAll keys={keys} selection={selection} />}
            {columns.map((column) => (
              <th key={column.name} scope="col" className={classesOf(column)}>
                <span className={column.silent === true ? 'for-readers' : undefined}>{column.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const key = rowKey(row, index);
            return (
              <tr key={key} data-selected={selection?.has(key)} data-open={key === openKey}>
                {selection !== undefined && <Choice rowKey={key} selection={selection} />}
                {columns.map((column) => (
                  <td key={column.name} className={classesOf(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

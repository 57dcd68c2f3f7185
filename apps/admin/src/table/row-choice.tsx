import type { Selection } from './selection.js';

interface SelectAllProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly selection: Selection;
}

/** Chooses all rows that are loaded, or none. */
export const SelectAll = <Row,>({ rows, rowKey, selection }: SelectAllProps<Row>) => {
  const hasSome = selection.keys.length > 0;
  const hasAll =
    hasSome &&
    selection.keys.length >= rows.length &&
    rows.every((row, index) => selection.has(rowKey(row, index)));
  return (
    <th scope="col" className="cell cell-choice">
      <input
        type="checkbox"
        aria-label="Select all loaded"
        checked={hasAll}
        ref={(box) => {
          if (box !== null) box.indeterminate = hasSome && !hasAll;
        }}
        onChange={(event) => selection.setAll(rows.map(rowKey), event.currentTarget.checked)}
      />
    </th>
  );
};

/** Chooses one row. */
export const RowChoice = ({
  rowId,
  selection,
}: {
  readonly rowId: string;
  readonly selection: Selection;
}) => (
  <td className="cell cell-choice">
    <input
      type="checkbox"
      tabIndex={-1}
      aria-label={`Select ${rowId}`}
      checked={selection.has(rowId)}
      onChange={(event) => selection.setAll([rowId], event.currentTarget.checked)}
    />
  </td>
);

import { classesOf, type Column } from './column.js';
import { SelectAll } from './row-choice.js';
import type { Selection } from './selection.js';
import type { TableModel } from './table-model.js';

interface TableHeadProps<Row> {
  readonly table: TableModel<Row>;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row, index: number) => string;
  readonly selection: Selection | undefined;
}

/** The names of the columns, and the box that chooses every row. */
export const TableHead = <Row,>({ table, columns, rows, rowKey, selection }: TableHeadProps<Row>) => (
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
);

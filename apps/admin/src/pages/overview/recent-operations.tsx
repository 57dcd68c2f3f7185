import type { Operation } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { useRecentOperations } from '../../api/recent-operations.js';
import { Section } from '../../components/page.js';
import { momentWidth } from '../../table/column.js';
import { DataTable, type Column } from '../../table/data-table.js';
import { Moment } from '../../time/moment.js';
import { OperationBadge } from '../operations/operation-badge.js';
import { OperationLink } from '../operations/operation-link.js';

const shownOperations = 5;

const columns: readonly Column<Operation>[] = [
  {
    name: 'Operation',
    grows: true,
    cell: (operation) => (
      <>
        <OperationLink operation={operation} />{' '}
        <bdi className="faint" title={operation.reason ?? undefined}>
          {operation.reason}
        </bdi>
      </>
    ),
  },
  { name: 'State', width: 110, cell: (operation) => <OperationBadge operation={operation} /> },
  {
    name: 'Done',
    width: 120,
    align: 'end',
    cell: ({ done, total }) => `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
  },
  {
    name: 'Created',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
];

/** The latest bulk operations; nothing while there are none. */
export const RecentOperations = () => {
  const operations = useRecentOperations(shownOperations).data?.items ?? [];
  if (operations.length === 0) return null;
  return (
    <Section title="Recent operations" aside={<Link to="/operations">All operations</Link>}>
      <DataTable label="Recent operations" columns={columns} rows={operations} rowKey={({ id }) => id} />
    </Section>
  );
};

import type { Operation } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { useOperations } from '../../api/operations.js';
import { Page } from '../../components/page.js';
import { momentWidth, type Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';
import { OperationBadge } from './operation-badge.js';
import { OperationLink } from './operation-link.js';
import { ProgressBar } from './progress-bar.js';

const route = getRouteApi('/console/operations');

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? 'faint' : undefined}>{count.toLocaleString('en-US')}</span>
);

const columns: readonly Column<Operation>[] = [
  {
    name: 'Operation',
    width: 130,
    cell: (operation) => <OperationLink operation={operation} />,
  },
  { name: 'State', width: 110, cell: (operation) => <OperationBadge operation={operation} /> },
  {
    name: 'Progress',
    width: 150,
    onPhone: false,
    cell: (operation) => <ProgressBar operation={operation} isSlim />,
  },
  { name: 'Tasks', width: 80, align: 'end', cell: ({ total }) => <Count count={total} /> },
  {
    name: 'Passed',
    width: 80,
    align: 'end',
    onPhone: false,
    cell: ({ verified }) => <Count count={verified.passed} />,
  },
  {
    name: 'Failed again',
    width: 96,
    align: 'end',
    onPhone: false,
    cell: ({ verified }) => <Count count={verified.failedAgain} />,
  },
  {
    name: 'Waiting',
    width: 80,
    align: 'end',
    onPhone: false,
    cell: ({ verified }) => <Count count={verified.waiting} />,
  },
  {
    name: 'Reason',
    grows: true,
    onPhone: false,
    cell: ({ reason }) =>
      reason === null ? <span className="faint">–</span> : <bdi title={reason}>{reason}</bdi>,
  },
  {
    name: 'By',
    width: 110,
    onPhone: false,
    cell: ({ createdBy }) => <bdi title={createdBy}>{createdBy}</bdi>,
  },
  { name: 'Began', width: momentWidth, align: 'end', cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

/** Bulk work on dead tasks, newest first. */
export const OperationsPage = () => {
  const navigate = route.useNavigate();
  return (
    <Page title="Operations" fills>
      <LiveTable
        fills
        label="Operations"
        columns={columns}
        list={useOperations()}
        isFiltered={false}
        whenEmpty="Bulk restarts and deletions of dead tasks are shown here while they run, and after."
        onOpen={({ id }) => void navigate({ to: '/operations/$operationId', params: { operationId: id } })}
      />
    </Page>
  );
};

import type { Worker } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { writePart } from '../filter/filter-text.js';
import { momentWidth } from '../table/column.js';
import { DataTable, type Column } from '../table/data-table.js';
import { Moment } from '../time/moment.js';
import { StrangerText } from './stranger-text.js';
import { QueueLink } from './task-links.js';

const runningBy = (workerId: string): string =>
  `state:running ${writePart({ key: 'worker', value: workerId })}`;

/** What there is to see of a worker. */
export const workerColumns: readonly Column<Worker>[] = [
  { name: 'Worker', grows: true, cell: ({ workerId }) => <StrangerText text={workerId} /> },
  {
    name: 'Queues',
    grows: true,
    onPhone: false,
    cell: ({ queues }) => (
      <span className="link-list">
        {queues.map((queue) => (
          <QueueLink key={queue} queue={queue} />
        ))}
      </span>
    ),
  },
  {
    name: 'Running',
    width: 84,
    align: 'end',
    cell: ({ workerId, leases }) =>
      leases === 0 ? (
        <span className="faint">0</span>
      ) : (
        <Link to="/tasks" search={{ q: runningBy(workerId) }}>
          {leases.toLocaleString('en-US')}
        </Link>
      ),
  },
  {
    name: 'Last call',
    width: momentWidth,
    align: 'end',
    cell: ({ lastCallAt }) => <Moment at={lastCallAt} />,
  },
];

/** A few workers. */
export const WorkerTable = ({ workers }: { readonly workers: readonly Worker[] }) => (
  <DataTable label="Workers" columns={workerColumns} rows={workers} rowKey={({ workerId }) => workerId} />
);

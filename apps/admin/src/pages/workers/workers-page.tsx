import type { Worker } from '@spool/contracts';
import { useWorkerList } from '../../api/workers.js';
import { Page } from '../../components/page.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink } from '../../components/task-links.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';

const columns: readonly Column<Worker>[] = [
  { name: 'Worker', grows: true, cell: ({ workerId }) => <StrangerText text={workerId} /> },
  {
    name: 'Queues',
    grows: true,
    onPhone: false,
    cell: ({ queues }) => queues.map((queue) => <QueueLink key={queue} queue={queue} />),
  },
  { name: 'Running', width: 90, align: 'end', cell: ({ leases }) => leases.toLocaleString('en-US') },
  { name: 'Last call', width: 120, align: 'end', cell: ({ lastCallAt }) => <Moment at={lastCallAt} /> },
];

/** Workers seen in the last minutes. */
export const WorkersPage = () => (
  <Page title="Workers" fills>
    <LiveTable
      fills
      label="Workers"
      columns={columns}
      list={useWorkerList()}
      isFiltered={false}
      whenEmpty="A worker is listed for five minutes after its last call for tasks."
    />
  </Page>
);

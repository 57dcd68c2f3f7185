import type { Queue } from '@spool/contracts';
import { createRoute, Link } from '@tanstack/react-router';
import { useQueues } from '../api/queues.js';
import { DataTable, type Column } from '../components/data-table.js';
import { Moment } from '../components/moment.js';
import { Page } from '../components/page.js';
import { PagedRows } from '../components/paged-rows.js';
import { PauseControl } from '../components/pause-control.js';
import { SituationBadge } from '../components/situation-badge.js';
import { QueueLink } from '../components/task-links.js';
import { consoleRoute } from './root.js';

const number = new Intl.NumberFormat('en-US');

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? 'faint' : undefined}>{number.format(count)}</span>
);

const DeadCount = ({ queue }: { readonly queue: Queue }) =>
  queue.counts.dead === 0 ? (
    <Count count={0} />
  ) : (
    <Link to="/dlq" search={{ queue: queue.name }} className="dead-count">
      {number.format(queue.counts.dead)}
    </Link>
  );

const columns: readonly Column<Queue>[] = [
  {
    name: 'Queue',
    cell: ({ name, paused }) => (
      <span className="member">
        <QueueLink queue={name} />
        {paused && <SituationBadge situation="paused" />}
      </span>
    ),
  },
  {
    name: 'Why paused',
    grows: true,
    silent: true,
    onPhone: false,
    cell: ({ pauseReason }) => pauseReason !== null && <bdi className="faint">{pauseReason}</bdi>,
  },
  { name: 'Ready', align: 'end', cell: ({ counts }) => <Count count={counts.ready} /> },
  {
    name: 'Scheduled',
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.scheduled} />,
  },
  { name: 'Backoff', align: 'end', onPhone: false, cell: ({ counts }) => <Count count={counts.backoff} /> },
  { name: 'Waiting', align: 'end', onPhone: false, cell: ({ counts }) => <Count count={counts.waiting} /> },
  { name: 'In progress', align: 'end', cell: ({ counts }) => <Count count={counts.inProgress} /> },
  { name: 'Dead', align: 'end', cell: (queue) => <DeadCount queue={queue} /> },
  {
    name: 'Completed',
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.completed} />,
  },
  {
    name: 'Oldest ready',
    align: 'end',
    onPhone: false,
    cell: ({ oldestReadyAt }) => <Moment at={oldestReadyAt} />,
  },
  { name: 'Actions', align: 'end', silent: true, cell: (queue) => <PauseControl queue={queue} /> },
];

const Queues = () => (
  <Page title="Queues">
    <PagedRows
      query={useQueues()}
      isFiltered={false}
      whenEmpty={
        <>
          A queue is made with <code className="request-id">PUT /v1/queues/orders</code>.
        </>
      }
    >
      {(queues) => <DataTable label="Queues" columns={columns} rows={queues} rowKey={({ name }) => name} />}
    </PagedRows>
  </Page>
);

/** Queues with their counts. */
export const queuesRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/queues',
  component: Queues,
});

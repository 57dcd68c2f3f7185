import type { Queue } from '@spool/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useQueueList } from '../../api/queues.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { CreatePanel } from '../../queue/queue-form-panel.js';
import type { Column } from '../../table/column.js';
import { Moment } from '../../time/moment.js';
import { Page } from '../../components/page.js';
import { LiveTable } from '../../table/live-table.js';
import { PauseControl } from '../../components/pause-control.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { QueueLink } from '../../components/task-links.js';

const route = getRouteApi('/console/queues');

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
    grows: true,
    cell: ({ name, paused, pauseReason }) => (
      <span className="member">
        <QueueLink queue={name} />
        {paused && <SituationBadge situation="paused" />}
        {pauseReason !== null && (
          <bdi className="faint" title={pauseReason}>
            {pauseReason}
          </bdi>
        )}
      </span>
    ),
  },
  { name: 'Ready', width: 84, align: 'end', cell: ({ counts }) => <Count count={counts.ready} /> },
  { name: 'Running', width: 84, align: 'end', cell: ({ counts }) => <Count count={counts.inProgress} /> },
  {
    name: 'Waiting',
    width: 84,
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.waiting} />,
  },
  {
    name: 'Scheduled',
    width: 90,
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.scheduled} />,
  },
  {
    name: 'Backoff',
    width: 84,
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.backoff} />,
  },
  { name: 'Dead', width: 84, align: 'end', cell: (queue) => <DeadCount queue={queue} /> },
  {
    name: 'Completed',
    width: 96,
    align: 'end',
    onPhone: false,
    cell: ({ counts }) => <Count count={counts.completed} />,
  },
  {
    name: 'Oldest ready',
    width: 120,
    align: 'end',
    onPhone: false,
    cell: ({ oldestReadyAt }) => <Moment at={oldestReadyAt} />,
  },
  {
    name: 'Actions',
    width: 84,
    align: 'end',
    silent: true,
    onPhone: false,
    cell: (queue) => <PauseControl queue={queue} />,
  },
];

/** Queues with their counts. */
export const QueuesPage = () => {
  const { create } = route.useSearch();
  const navigate = route.useNavigate();
  const refusal = useRefusal('admin');
  return (
    <Page
      title="Queues"
      fills
      aside={
        <div className="page-heading-actions">
          <ActionButton
            label="Create a queue"
            refusal={refusal}
            onAct={() => void navigate({ search: { create: 'yes' } })}
          />
        </div>
      }
      panel={
        create !== undefined && (
          <CreatePanel
            onClose={() => void navigate({ search: {} })}
            onCreated={(name) => void navigate({ to: '/queues/$queue', params: { queue: name } })}
          />
        )
      }
    >
      <LiveTable
        fills
        label="Queues"
        columns={columns}
        list={useQueueList()}
        isFiltered={false}
        whenEmpty="Create the first queue here, or with PUT /v1/queues/orders."
        onOpen={({ name }) => void navigate({ to: '/queues/$queue', params: { queue: name } })}
      />
    </Page>
  );
};

import type { DeadTaskGroup } from '@spool/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useDeadGroups } from '../../api/dead-tasks.js';
import { QueueFilter } from '../../components/filters.js';
import { Sparkline } from '../../components/sparkline.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink } from '../../components/task-links.js';
import type { DlqSearch } from '../../routes/search.js';
import { momentWidth, type Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';
import { GroupStatus } from './group-status.js';
import { wordLastDay } from './last-day.js';

const ErrorName = ({ group }: { readonly group: DeadTaskGroup }) => (
  <Link
    to="/dlq"
    search={{ group: group.group, queue: group.queue }}
    className="error-name"
    title={group.message}
  >
    {group.errorType !== null && (
      <>
        <StrangerText text={group.errorType} />{' '}
      </>
    )}
    <bdi className="faint">{group.message}</bdi>
  </Link>
);

const number = (count: number): string => count.toLocaleString('en-US');

const columns: readonly Column<DeadTaskGroup>[] = [
  { name: 'Error', grows: true, cell: (group) => <ErrorName group={group} /> },
  { name: 'Status', width: 98, onPhone: false, cell: ({ status }) => <GroupStatus status={status} /> },
  {
    name: 'Dead',
    width: 68,
    align: 'end',
    cell: ({ count }) => <span className={count === 0 ? 'faint' : 'dead-number'}>{number(count)}</span>,
  },
  { name: 'Threads', width: 68, align: 'end', onPhone: false, cell: ({ threads }) => number(threads) },
  {
    name: 'Last day',
    width: 112,
    onPhone: false,
    cell: ({ deathsPerHour }) => <Sparkline values={deathsPerHour} label={wordLastDay(deathsPerHour)} />,
  },
  { name: 'Queue', width: 112, onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'First seen',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ firstSeenAt }) => <Moment at={firstSeenAt} />,
  },
  {
    name: 'Last seen',
    width: momentWidth,
    align: 'end',
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
  },
  {
    name: 'Actions',
    width: 94,
    align: 'end',
    silent: true,
    onPhone: false,
    cell: ({ group, queue, count }) =>
      count > 0 && (
        <Link
          to="/dlq/plan"
          search={{ action: 'restart', group, queue }}
          aria-label={`Restart all ${number(count)} of this error`}
        >
          Restart all…
        </Link>
      ),
  },
];

interface GroupListProps {
  readonly search: DlqSearch;
  readonly onChange: (change: Partial<DlqSearch>) => void;
}

/** Dead tasks by what went wrong, the largest group first. */
export const GroupList = ({ search, onChange }: GroupListProps) => {
  const navigate = useNavigate();
  return (
    <>
      <search className="filters" aria-label="Filter errors">
        <QueueFilter value={search.queue} onChange={(queue) => onChange({ queue })} />
      </search>
      <LiveTable
        fills
        label="Errors"
        columns={columns}
        list={useDeadGroups(search.queue)}
        isFiltered={search.queue !== undefined}
        whenEmpty="No task is dead."
        onOpen={({ group, queue }) => void navigate({ to: '/dlq', search: { group, queue } })}
      />
    </>
  );
};

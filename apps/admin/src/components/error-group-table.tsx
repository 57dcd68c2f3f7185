import type { DeadTaskGroup } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { momentWidth } from '../table/column.js';
import { DataTable, type Column } from '../table/data-table.js';
import { Moment } from '../time/moment.js';
import { Sparkline } from './sparkline.js';
import { StrangerText } from './stranger-text.js';

const columns: readonly Column<DeadTaskGroup>[] = [
  {
    name: 'Error',
    grows: true,
    cell: ({ errorType, message, queue, group }) => (
      <Link to="/dlq" search={{ queue, group }} title={message}>
        <StrangerText text={errorType ?? 'Error'} /> <bdi className="faint">{message}</bdi>
      </Link>
    ),
  },
  { name: 'Queue', width: 110, onPhone: false, cell: ({ queue }) => <bdi>{queue}</bdi> },
  {
    name: 'Last 24 h',
    width: 104,
    onPhone: false,
    whenNarrow: true,
    cell: ({ deathsPerHour }) => (
      <Sparkline values={deathsPerHour} label={`Deaths per hour: ${deathsPerHour.join(', ')}`} />
    ),
  },
  { name: 'Dead', width: 64, align: 'end', cell: ({ count }) => count.toLocaleString('en-US') },
  {
    name: 'Last',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} />,
  },
];

const columnsOfOneQueue = columns.filter(({ name }) => name !== 'Queue');

interface ErrorGroupTableProps {
  readonly groups: readonly DeadTaskGroup[];
  /** Whether the queue goes without saying. */
  readonly isOfOneQueue?: boolean;
}

/** Dead tasks by what went wrong, the most recent first. */
export const ErrorGroupTable = ({ groups, isOfOneQueue = false }: ErrorGroupTableProps) => (
  <DataTable
    label="Errors"
    columns={isOfOneQueue ? columnsOfOneQueue : columns}
    rows={groups}
    rowKey={({ group }) => group}
  />
);

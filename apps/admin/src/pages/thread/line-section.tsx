import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDeadOfThread, type PlacedMember, type ThreadName } from '../../api/threads.js';
import { HiddenTask } from '../../components/member.js';
import { Section } from '../../components/page.js';
import { RestartButton } from '../../components/restart-button.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink } from '../../components/task-links.js';
import type { LiveList } from '../../live/live-list.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';
import { useNow } from '../../time/use-now.js';
import { rowsOfLine, type LineRow } from './line-places.js';

const Place = ({ row }: { readonly row: LineRow }) =>
  row.kind === 'dead' ? (
    <span className="line-gutter" title="It would come back here: a restart is an arrival now">
      ↪
    </span>
  ) : (
    row.place
  );

/** The time of a member whose turn has a time of its own: it counts down while it is still to come. */
const When = ({ row }: { readonly row: LineRow }) => {
  if (row.kind === 'hidden') return null;
  if (row.kind === 'dead')
    return (
      <>
        died <Moment at={row.task.diedAt} />
      </>
    );
  return <Moment at={row.task.scheduledAt} />;
};

const columns: readonly Column<LineRow>[] = [
  { name: 'Place', width: 52, align: 'end', cell: (row) => <Place row={row} /> },
  {
    name: 'Task',
    width: 96,
    cell: (row) => (row.kind === 'hidden' ? <HiddenTask /> : <TaskLink id={row.task.id} />),
  },
  {
    name: 'State',
    width: 110,
    cell: (row) => row.kind !== 'hidden' && <SituationBadge situation={situationOf(row.task)} />,
  },
  {
    name: 'Queue',
    width: 150,
    onPhone: false,
    cell: (row) => row.kind !== 'hidden' && <QueueLink queue={row.task.queue} />,
  },
  {
    name: 'Type',
    grows: true,
    onPhone: false,
    cell: (row) => row.kind !== 'hidden' && row.task.type !== null && <StrangerText text={row.task.type} />,
  },
  {
    name: 'Attempt',
    width: 80,
    align: 'end',
    onPhone: false,
    cell: (row) => row.kind !== 'hidden' && `${row.task.attempt} of ${row.task.maxAttempts}`,
  },
  { name: 'Scheduled', width: 150, align: 'end', cell: (row) => <When row={row} /> },
  {
    name: 'Actions',
    width: 84,
    align: 'end',
    silent: true,
    onPhone: false,
    cell: (row) => row.kind === 'dead' && <RestartButton id={row.task.id} />,
  },
];

const keyOfRow = ({ key }: LineRow): string => key;
const countdownStepMs = 5_000;

interface LineSectionProps {
  readonly name: ThreadName;
  readonly members: LiveList<PlacedMember>;
  readonly deadCount: number;
}

const DeadNote = ({ name, deadCount }: { readonly name: ThreadName; readonly deadCount: number }) =>
  deadCount > 0 && (
    <Link to="/dlq" search={{ thread: name.threadId, queue: name.queue }}>
      {deadCount === 1 ? '1 dead task' : `${deadCount.toLocaleString('en-US')} dead tasks`} of this thread
    </Link>
  );

/** The waiting members in the server's order, and the dead where they would come back. */
export const LineSection = ({ name, members, deadCount }: LineSectionProps) => {
  const dead = useDeadOfThread(name, deadCount > 0).data;
  const nowMs = Math.floor(useNow() / countdownStepMs) * countdownStepMs;
  const { rows, hasMore } = members;
  const list: LiveList<LineRow> = useMemo(
    () => ({
      ...members,
      rows: rowsOfLine(rows, dead ?? [], { nowMs, isComplete: !hasMore }),
      keyOf: keyOfRow,
    }),
    [members, rows, hasMore, dead, nowMs],
  );
  return (
    <Section title="Line" aside={<DeadNote name={name} deadCount={deadCount} />}>
      <LiveTable
        label="Line"
        columns={columns}
        list={list}
        isFiltered={false}
        whenEmpty="The last member has left."
      />
    </Section>
  );
};

import type { TaskSummary } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, ThreadLink } from '../../components/task-links.js';
import type { Column } from '../../table/column.js';
import { Moment } from '../../time/moment.js';

const OpenLink = ({ id }: { readonly id: string }) => (
  <Link to="/tasks" search={(before) => ({ ...before, open: id })} className="stranger">
    {id}
  </Link>
);

/** The columns of a list of tasks. */
export const taskColumns: readonly Column<TaskSummary>[] = [
  { name: 'Task', width: 92, cell: ({ id }) => <OpenLink id={id} /> },
  { name: 'State', width: 108, cell: (task) => <SituationBadge situation={situationOf(task)} /> },
  { name: 'Queue', width: 130, onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'Type',
    grows: true,
    onPhone: false,
    whenNarrow: true,
    cell: ({ type }) => (type === null ? <span className="faint">–</span> : <StrangerText text={type} />),
  },
  {
    name: 'Thread',
    grows: true,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  {
    name: 'Attempt',
    width: 76,
    align: 'end',
    onPhone: false,
    cell: ({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}`,
  },
  {
    name: 'Scheduled',
    width: 118,
    align: 'end',
    onPhone: false,
    cell: ({ scheduledAt }) => <Moment at={scheduledAt} />,
  },
  { name: 'Enqueued', width: 118, align: 'end', cell: ({ enqueuedAt }) => <Moment at={enqueuedAt} /> },
];

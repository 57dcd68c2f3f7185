import type { DeadTask } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { RestartButton } from '../../components/restart-button.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, ThreadLink } from '../../components/task-links.js';
import { momentWidth, type Column } from '../../table/column.js';
import { Moment } from '../../time/moment.js';

const OpenLink = ({ id }: { readonly id: string }) => (
  <Link to="/dlq" search={(before) => ({ ...before, open: id })} className="stranger">
    {id}
  </Link>
);

const ErrorCell = ({ task: { error } }: { readonly task: DeadTask }) => (
  <>
    {error.type !== null && (
      <>
        <StrangerText text={error.type} />{' '}
      </>
    )}
    <bdi className="faint" title={error.message}>
      {error.message}
    </bdi>
  </>
);

/** The columns of the DLQ, task by task. */
export const columnsWith = (onRestarted: (id: string) => void): readonly Column<DeadTask>[] => [
  { name: 'Task', width: 96, cell: ({ id }) => <OpenLink id={id} /> },
  { name: 'Queue', width: 130, onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'Thread',
    width: 150,
    onPhone: false,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  {
    name: 'Type',
    width: 130,
    onPhone: false,
    cell: ({ type }) => (type === null ? <span className="faint">–</span> : <StrangerText text={type} />),
  },
  { name: 'Error', grows: true, cell: (task) => <ErrorCell task={task} /> },
  { name: 'Attempts', width: 80, align: 'end', onPhone: false, cell: ({ attempt }) => attempt },
  {
    name: 'Died',
    width: momentWidth,
    align: 'end',
    onPhone: false,
    cell: ({ diedAt }) => <Moment at={diedAt} />,
  },
  {
    name: 'Actions',
    width: 86,
    align: 'end',
    silent: true,
    cell: ({ id }) => <RestartButton id={id} onRestarted={() => onRestarted(id)} />,
  },
];

import type { OperationFilterOut } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useDeadGroup } from '../../api/dead-tasks.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, ThreadLink } from '../../components/task-links.js';
import { FullMoment } from '../../time/moment.js';
import './filter-words.css';

const GroupName = ({ group, queue }: { readonly group: string; readonly queue: string | undefined }) => {
  const found = useDeadGroup(group, queue).data;
  return (
    <>
      error{' '}
      <Link to="/dlq" search={{ group, queue }} className="group-name">
        {found === null || found === undefined ? (
          <StrangerText text={group} />
        ) : (
          <>
            {found.errorType !== null && <StrangerText text={found.errorType} />} <bdi>{found.message}</bdi>
          </>
        )}
      </Link>
    </>
  );
};

const partsOf = (filter: OperationFilterOut): ReactNode[] => {
  const { ids, queue, threadId, type, errorType, group, from, to } = filter;
  return [
    ids !== undefined && (ids.length === 1 ? `task ${ids[0] ?? ''}` : `${ids.length} chosen tasks`),
    queue !== undefined && (
      <>
        queue <QueueLink queue={queue} />
      </>
    ),
    threadId !== undefined && (
      <>
        thread <ThreadLink threadId={threadId} queue={queue ?? null} />
      </>
    ),
    type !== undefined && (
      <>
        type <StrangerText text={type} />
      </>
    ),
    errorType !== undefined && (
      <>
        error type <StrangerText text={errorType} />
      </>
    ),
    group !== undefined && <GroupName group={group} queue={queue} />,
    from !== undefined && (
      <>
        died from <FullMoment at={from} />
      </>
    ),
    to !== undefined && (
      <>
        died before <FullMoment at={to} />
      </>
    ),
  ].filter((part) => part !== false);
};

/** Which dead tasks a filter names, in words. */
export const FilterWords = ({ filter }: { readonly filter: OperationFilterOut }) => {
  const parts = partsOf(filter);
  if (parts.length === 0) return <>every dead task</>;
  return (
    <ul className="filter-words">
      {parts.map((part, index) => (
        // The parts of one filter do not move.
        <li key={index}>{part}</li>
      ))}
    </ul>
  );
};

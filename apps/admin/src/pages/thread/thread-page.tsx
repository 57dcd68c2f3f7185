import type { TaskSummary } from '@spool/contracts';
import type { ThreadView } from '@spool/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMembers, useThread, type PlacedMember, type ThreadName } from '../../api/threads.js';
import type { Column } from '../../table/column.js';
import { HiddenTask, Member, visible } from '../../components/member.js';
import { Moment } from '../../time/moment.js';
import { Facts, Page, Section } from '../../components/page.js';
import { LiveTable } from '../../table/live-table.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink } from '../../components/task-links.js';
import { useNow } from '../../time/use-now.js';
import { wordNext } from '../../wording/explain.js';

const route = getRouteApi('/console/threads/line');

const Running = ({ task }: { readonly task: TaskSummary }) => (
  <p className="section-text">
    <SituationBadge situation="running" /> <TaskLink id={task.id} /> of <QueueLink queue={task.queue} />
    {task.lease !== undefined && (
      <>
        {' '}
        on <StrangerText text={task.lease.workerId} />, started <Moment at={task.lease.startedAt} />; its
        lease lapses <Moment at={task.lease.expiresAt} /> unless it is kept alive.
      </>
    )}
  </p>
);

const Now = ({ thread }: { readonly thread: ThreadView }) => {
  const nowMs = useNow();
  const next = thread.next === undefined ? '' : wordNext(thread.next, { taskId: null, nowMs });
  const running = thread.inProgress === null ? null : visible(thread.inProgress);
  return (
    <Section title="In progress">
      {thread.inProgress === null && <p className="section-text">Nobody is in progress. {next}</p>}
      {thread.inProgress !== null && running === null && (
        <p className="section-text">A task of a queue that you may not read. {next}</p>
      )}
      {running !== null && <Running task={running} />}
    </Section>
  );
};

const DeadLink = ({ thread, count }: { readonly thread: ThreadView; readonly count: number }) =>
  count === 0 ? (
    <span className="faint">0</span>
  ) : (
    <Link to="/dlq" search={{ thread: thread.threadId, queue: thread.queue ?? undefined }}>
      {count.toLocaleString('en-US')}
    </Link>
  );

const columns: readonly Column<PlacedMember>[] = [
  { name: 'Place', width: 56, align: 'end', cell: (_, index) => index + 1 },
  {
    name: 'Task',
    width: 110,
    cell: ({ member }) => ('hidden' in member ? <HiddenTask /> : <TaskLink id={member.id} />),
  },
  {
    name: 'State',
    width: 110,
    cell: ({ member }) => 'hidden' in member || <SituationBadge situation={situationOf(member)} />,
  },
  {
    name: 'Queue',
    width: 160,
    onPhone: false,
    cell: ({ member }) => 'hidden' in member || <QueueLink queue={member.queue} />,
  },
  {
    name: 'Type',
    grows: true,
    onPhone: false,
    cell: ({ member }) => 'hidden' in member || (member.type !== null && <StrangerText text={member.type} />),
  },
  {
    name: 'Attempt',
    width: 80,
    align: 'end',
    onPhone: false,
    cell: ({ member }) => 'hidden' in member || `${member.attempt} of ${member.maxAttempts}`,
  },
  {
    name: 'Scheduled',
    width: 120,
    align: 'end',
    cell: ({ member }) => 'hidden' in member || <Moment at={member.scheduledAt} />,
  },
];

const Line = ({ name }: { readonly name: ThreadName }) => (
  <Section title="Line">
    <LiveTable
      label="Line"
      columns={columns}
      list={useMembers(name)}
      isFiltered={false}
      whenEmpty="The last member has left."
    />
  </Section>
);

/** One thread: who is in progress, who is the head, and the line behind it. */
export const ThreadPage = () => {
  const name: ThreadName = route.useSearch();
  return (
    <Page title={`Thread ${name.threadId}`}>
      <SingleAnswer query={useThread(name)}>
        {(thread) => (
          <>
            <Now thread={thread} />
            <Facts
              facts={{
                Head: <Member member={thread.head} />,
                Members: thread.size.toLocaleString('en-US'),
                Scope: thread.queue === null ? 'all queues' : <QueueLink queue={thread.queue} />,
                Dead: thread.deadCount !== undefined && <DeadLink thread={thread} count={thread.deadCount} />,
              }}
            />
            <Line name={name} />
          </>
        )}
      </SingleAnswer>
    </Page>
  );
};

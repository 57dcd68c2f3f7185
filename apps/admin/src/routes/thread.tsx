import type { TaskSummary, ThreadMember } from '@spool/contracts';
import type { ThreadView } from '@spool/client';
import { createRoute, Link } from '@tanstack/react-router';
import { z } from 'zod';
import { useMembers, useThread, type ThreadName } from '../api/threads.js';
import { DataTable, type Column } from '../components/data-table.js';
import { HiddenTask, Member, visible } from '../components/member.js';
import { Moment } from '../components/moment.js';
import { Facts, Page, Section } from '../components/page.js';
import { PagedRows } from '../components/paged-rows.js';
import { SingleAnswer } from '../components/single-answer.js';
import { SituationBadge } from '../components/situation-badge.js';
import { situationOf } from '../components/situation.js';
import { StrangerText } from '../components/stranger-text.js';
import { QueueLink, TaskLink } from '../components/task-links.js';
import { useNow } from '../components/use-now.js';
import { wordNext } from '../wording/explain.js';
import { consoleRoute } from './root.js';

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

interface Place {
  readonly place: number;
  readonly task: TaskSummary | null;
}

const columns: readonly Column<Place>[] = [
  { name: 'Place', cell: ({ place }) => place },
  { name: 'Task', cell: ({ task }) => (task === null ? <HiddenTask /> : <TaskLink id={task.id} />) },
  { name: 'State', cell: ({ task }) => task && <SituationBadge situation={situationOf(task)} /> },
  { name: 'Queue', onPhone: false, cell: ({ task }) => task && <QueueLink queue={task.queue} /> },
  {
    name: 'Type',
    grows: true,
    onPhone: false,
    cell: ({ task }) => task !== null && task.type !== null && <StrangerText text={task.type} />,
  },
  {
    name: 'Attempt',
    align: 'end',
    onPhone: false,
    cell: ({ task }) => task && `${task.attempt} of ${task.maxAttempts}`,
  },
  { name: 'Scheduled', align: 'end', cell: ({ task }) => task && <Moment at={task.scheduledAt} /> },
];

const placesOf = (members: readonly ThreadMember[]): Place[] =>
  members.map((member, index) => ({ place: index + 1, task: visible(member) }));

const Line = ({ name }: { readonly name: ThreadName }) => (
  <Section title="Line">
    <PagedRows query={useMembers(name)} isFiltered={false} whenEmpty="The last member has left.">
      {(members) => (
        <DataTable
          label="Line"
          columns={columns}
          rows={placesOf(members)}
          rowKey={({ place, task }) => task?.id ?? `hidden ${place}`}
        />
      )}
    </PagedRows>
  </Section>
);

const Thread = () => {
  const name: ThreadName = threadRoute.useSearch();
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

/** One thread: who is in progress, who is the head, and the line behind it. */
export const threadRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/threads/line',
  validateSearch: z.object({ threadId: z.string().catch(''), queue: z.string().optional().catch(undefined) }),
  component: Thread,
});

import { NativeSelect } from '@mantine/core';
import type { ThreadSummary } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { z } from 'zod';
import { useThreads } from '../../api/threads.js';
import { QueueFilter, TextFilter } from '../../components/filters.js';
import { Member, visible } from '../../components/member.js';
import { Page } from '../../components/page.js';
import { ThreadLink } from '../../components/task-links.js';
import type { ThreadsSearch } from '../../routes/search.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';
import { Moment } from '../../time/moment.js';

const route = getRouteApi('/console/threads');

const nobody = <span className="faint">nobody</span>;

/** What the head waits for, and since when or until when. */
const HeadCell = ({ thread: { head, inProgress } }: { readonly thread: ThreadSummary }) => {
  if (head === null) return <span className="faint">–</span>;
  const task = visible(head);
  return (
    <span className="member">
      <Member member={head} />
      {task !== null && inProgress === null && <Moment at={task.scheduledAt} />}
    </span>
  );
};

const columns: readonly Column<ThreadSummary>[] = [
  {
    name: 'Thread',
    grows: true,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  { name: 'Members', width: 84, align: 'end', cell: ({ size }) => size.toLocaleString('en-US') },
  { name: 'Waits since', width: 120, align: 'end', cell: ({ since }) => <Moment at={since} /> },
  {
    name: 'In progress',
    width: 190,
    onPhone: false,
    cell: ({ inProgress }) => (inProgress === null ? nobody : <Member member={inProgress} />),
  },
  { name: 'Head', width: 260, onPhone: false, cell: (thread) => <HeadCell thread={thread} /> },
  {
    name: 'Scope',
    width: 140,
    onPhone: false,
    cell: ({ queue }) => (queue === null ? <span className="faint">all queues</span> : <bdi>{queue}</bdi>),
  },
];

const orders = z.enum(['oldest', 'size']);

/** Threads, by age or size. */
export const ThreadsPage = () => {
  const { queue, prefix, sort = 'oldest' } = route.useSearch();
  const navigate = route.useNavigate();
  const filterBy = (change: Partial<ThreadsSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="Threads" fills>
      <search className="filters" aria-label="Filter threads">
        <QueueFilter value={queue} onChange={(value) => filterBy({ queue: value })} />
        <TextFilter label="Begins with" value={prefix} onChange={(value) => filterBy({ prefix: value })} />
        <NativeSelect
          label="Order"
          value={sort}
          data={[
            { value: 'oldest', label: 'Longest wait first' },
            { value: 'size', label: 'Most members first' },
          ]}
          onChange={(event) => filterBy({ sort: orders.parse(event.currentTarget.value) })}
        />
      </search>
      <LiveTable
        fills
        label="Threads"
        columns={columns}
        list={useThreads({ queue, prefix, sort })}
        isFiltered={queue !== undefined || prefix !== undefined}
        whenEmpty="A thread exists while a task with its threadId is live."
        onOpen={({ threadId, queue: owner }) =>
          void navigate({ to: '/threads/line', search: { threadId, queue: owner ?? undefined } })
        }
      />
    </Page>
  );
};

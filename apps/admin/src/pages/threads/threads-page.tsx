import { NativeSelect } from '@mantine/core';
import type { ThreadSummary } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { z } from 'zod';
import { useThreads } from '../../api/threads.js';
import { QueueFilter, TextFilter } from '../../components/filters.js';
import { Member } from '../../components/member.js';
import { Page } from '../../components/page.js';
import { ThreadLink } from '../../components/task-links.js';
import type { ThreadsSearch } from '../../routes/search.js';
import type { Column } from '../../table/column.js';
import { LiveTable } from '../../table/live-table.js';

const route = getRouteApi('/console/threads');

const columns: readonly Column<ThreadSummary>[] = [
  {
    name: 'Thread',
    grows: true,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  { name: 'Members', width: 90, align: 'end', cell: ({ size }) => size.toLocaleString('en-US') },
  { name: 'In progress', width: 200, cell: ({ inProgress }) => <Member member={inProgress} /> },
  { name: 'Head', width: 200, onPhone: false, cell: ({ head }) => <Member member={head} /> },
  {
    name: 'Scope',
    width: 160,
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
            { value: 'oldest', label: 'Oldest first' },
            { value: 'size', label: 'Longest first' },
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
      />
    </Page>
  );
};

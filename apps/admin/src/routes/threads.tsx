import type { ThreadSummary } from '@spool/contracts';
import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { useThreads } from '../api/threads.js';
import { DataTable, type Column } from '../components/data-table.js';
import { QueueFilter, TextFilter } from '../components/filters.js';
import { Member } from '../components/member.js';
import { Page } from '../components/page.js';
import { PagedRows } from '../components/paged-rows.js';
import { ThreadLink } from '../components/task-links.js';
import { NativeSelect } from '@mantine/core';
import { consoleRoute } from './root.js';

const columns: readonly Column<ThreadSummary>[] = [
  { name: 'Thread', cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} /> },
  { name: 'Members', align: 'end', cell: ({ size }) => size.toLocaleString('en-US') },
  { name: 'In progress', cell: ({ inProgress }) => <Member member={inProgress} /> },
  { name: 'Head', onPhone: false, cell: ({ head }) => <Member member={head} /> },
  {
    name: 'Scope',
    grows: true,
    onPhone: false,
    cell: ({ queue }) => (queue === null ? <span className="faint">all queues</span> : <bdi>{queue}</bdi>),
  },
];

const orders = z.enum(['oldest', 'size']);
const text = z.string().optional().catch(undefined);
const search = z.object({ queue: text, prefix: text, sort: orders.optional().catch(undefined) });

const Threads = () => {
  const { queue, prefix, sort = 'oldest' } = threadsRoute.useSearch();
  const navigate = threadsRoute.useNavigate();
  const filterBy = (change: Partial<z.input<typeof search>>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="Threads">
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
      <PagedRows
        query={useThreads({ queue, prefix, sort })}
        isFiltered={queue !== undefined || prefix !== undefined}
        whenEmpty="A thread exists while a task with its threadId is live."
      >
        {(threads) => (
          <DataTable
            label="Threads"
            columns={columns}
            rows={threads}
            rowKey={(thread) => `${thread.queue ?? ''} ${thread.threadId}`}
          />
        )}
      </PagedRows>
    </Page>
  );
};

/** Threads, by age or size. */
export const threadsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/threads',
  validateSearch: search,
  component: Threads,
});

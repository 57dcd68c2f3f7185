import { Button } from '@mantine/core';
import type { PreviewedThread } from '@spool/contracts';
import { Section } from '../../components/page.js';
import { TaskLink, ThreadLink } from '../../components/task-links.js';
import { DataTable, type Column } from '../../table/data-table.js';

const most = 1_000;
const bounded = (count: number): string => (count >= most ? '1,000+' : String(count));

const Count = ({ count }: { readonly count: number }) => (
  <span className={count === 0 ? 'faint' : undefined}>{bounded(count)}</span>
);

const Order = ({ thread: { tasks, count } }: { readonly thread: PreviewedThread }) => (
  <span className="preview-order">
    {tasks.map(({ id }, index) => (
      <span key={id}>
        {index > 0 && <span className="faint"> → </span>}
        <TaskLink id={id} />
      </span>
    ))}
    {count > tasks.length && <span className="faint"> and {count - tasks.length} more</span>}
  </span>
);

const columns: readonly Column<PreviewedThread>[] = [
  {
    name: 'Thread',
    width: 190,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  {
    name: 'In progress',
    width: 100,
    onPhone: false,
    cell: ({ inProgress }) =>
      inProgress === null ? <span className="faint">–</span> : <TaskLink id={inProgress} />,
  },
  { name: 'Ahead', width: 72, align: 'end', cell: ({ ahead }) => <Count count={ahead} /> },
  { name: 'New order', grows: true, width: 220, cell: (thread) => <Order thread={thread} /> },
  { name: 'Behind', width: 72, align: 'end', onPhone: false, cell: ({ behind }) => <Count count={behind} /> },
  {
    name: 'Ran past',
    width: 90,
    align: 'end',
    cell: ({ ranPast }) => (
      <span
        className={ranPast === 0 ? 'faint' : 'ran-past'}
        title="Members that came later and have completed since the first of these died"
      >
        {bounded(ranPast)}
      </span>
    ),
  },
];

interface PreviewedThreadsProps {
  readonly action: 'restart' | 'delete';
  readonly threads: readonly PreviewedThread[];
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly onMore: () => void;
}

/** Thread by thread: the order in which its dead would come back, between whom, and what has run past them. */
export const PreviewedThreads = ({
  action,
  threads,
  hasMore,
  isLoadingMore,
  onMore,
}: PreviewedThreadsProps) => {
  if (action === 'delete' || threads.length === 0) return null;
  const passed = threads.filter(({ ranPast }) => ranPast > 0).length;
  return (
    <Section title="Thread by thread">
      <p className="section-text">
        {passed === 0
          ? 'Nothing has run past the dead tasks of these threads.'
          : `In ${passed} of these threads later work has already run past the dead tasks: they would run after it.`}
      </p>
      <DataTable
        label="Threads touched"
        columns={columns}
        rows={threads}
        rowKey={({ threadId, queue }) => `${queue ?? ''} ${threadId}`}
      />
      {hasMore && (
        <div className="load-more">
          <Button variant="default" loading={isLoadingMore} onClick={onMore}>
            Load more
          </Button>
        </div>
      )}
    </Section>
  );
};

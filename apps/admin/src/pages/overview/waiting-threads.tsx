import type { ThreadSummary } from '@spool/contracts';
import { Member } from '../../components/member.js';
import { ThreadLink } from '../../components/task-links.js';
import { momentWidth } from '../../table/column.js';
import { DataTable, type Column } from '../../table/data-table.js';
import { Moment } from '../../time/moment.js';

const columns: readonly Column<ThreadSummary>[] = [
  {
    name: 'Thread',
    grows: true,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  { name: 'Members', width: 80, align: 'end', cell: ({ size }) => size.toLocaleString('en-US') },
  {
    name: 'In progress',
    width: 170,
    onPhone: false,
    whenNarrow: true,
    cell: ({ inProgress }) => <Member member={inProgress} />,
  },
  { name: 'Busy since', width: momentWidth, align: 'end', cell: ({ since }) => <Moment at={since} /> },
];

/** Threads that have existed for longest. */
export const WaitingThreads = ({ threads }: { readonly threads: readonly ThreadSummary[] }) => (
  <DataTable
    label="Longest-waiting threads"
    columns={columns}
    rows={threads}
    rowKey={({ queue, threadId }) => `${queue ?? ''} ${threadId}`}
  />
);

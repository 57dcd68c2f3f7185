import type { TaskAttempt } from '@spool/contracts';
import { StrangerText } from '../components/stranger-text.js';
import { momentWidth } from '../table/column.js';
import { DataTable, type Column } from '../table/data-table.js';
import { Moment } from '../time/moment.js';
import { wordDuration } from '../time/words.js';

const lengthOf = ({ startedAt, endedAt }: TaskAttempt): string =>
  endedAt === null ? '–' : wordDuration(Date.parse(endedAt) - Date.parse(startedAt));

const columns: readonly Column<TaskAttempt>[] = [
  { name: 'Attempt', width: 70, cell: ({ attempt }) => attempt },
  { name: 'Outcome', width: 90, cell: ({ outcome }) => outcome ?? 'running' },
  { name: 'Worker', width: 150, onPhone: false, cell: ({ workerId }) => <StrangerText text={workerId} /> },
  {
    name: 'Error',
    grows: true,
    cell: ({ error }) => error !== undefined && <bdi title={error.message}>{error.message}</bdi>,
  },
  { name: 'Took', width: 80, align: 'end', onPhone: false, cell: lengthOf },
  { name: 'Started', width: momentWidth, align: 'end', cell: ({ startedAt }) => <Moment at={startedAt} /> },
];

/** The attempts of a task, as they were made. */
export const AttemptTable = ({ attempts }: { readonly attempts: readonly TaskAttempt[] }) =>
  attempts.length === 0 ? (
    <p className="faint section-text">It has not been dequeued yet.</p>
  ) : (
    <DataTable
      label="Attempts"
      columns={columns}
      rows={attempts}
      rowKey={({ attempt, startedAt }) => `${attempt} ${startedAt}`}
    />
  );

import type { DeadTask } from '@spool/contracts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDeadTasks, useRestart } from '../../api/dead-tasks.js';
import { useMay } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import type { DlqSearch } from '../../routes/search.js';
import type { Column } from '../../table/column.js';
import { DeadTaskPanel } from '../../components/dead-task-panel.js';
import { QueueFilter, TextFilter } from '../../components/filters.js';
import { Moment } from '../../time/moment.js';
import { Page } from '../../components/page.js';
import { LiveTable } from '../../table/live-table.js';
import { SelectionBar } from '../../components/selection-bar.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, ThreadLink } from '../../components/task-links.js';
import { tellFailure, tellRefusals, tellRestarted } from '../../components/toasts.js';
import { useSelection } from '../../table/selection.js';

const route = getRouteApi('/console/dlq');

const RestartOne = ({ id, onRestarted }: { readonly id: string; readonly onRestarted: () => void }) => {
  const refusal = useMay('operate') ? null : 'This needs the permission “operate”.';
  const restart = useRestart();
  return (
    <ActionButton
      label="Restart"
      name={`Restart ${id}`}
      variant="subtle"
      size="compact-xs"
      refusal={refusal}
      isBusy={restart.isPending}
      onAct={() =>
        restart.mutate([id], {
          onSuccess: ({ done, refused }) => {
            onRestarted();
            tellRestarted(done);
            tellRefusals('not restarted', refused);
          },
          onError: (error) => tellFailure(`${id} was not restarted`, error),
        })
      }
    />
  );
};

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

const columnsWith = (onRestarted: (id: string) => void): readonly Column<DeadTask>[] => [
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
  { name: 'Died', width: 110, align: 'end', onPhone: false, cell: ({ diedAt }) => <Moment at={diedAt} /> },
  {
    name: 'Actions',
    width: 86,
    align: 'end',
    silent: true,
    cell: ({ id }) => <RestartOne id={id} onRestarted={() => onRestarted(id)} />,
  },
];

interface FiltersProps {
  readonly current: DlqSearch;
  readonly onChange: (change: Partial<DlqSearch>) => void;
}

const Filters = ({ current, onChange }: FiltersProps) => (
  <search className="filters" aria-label="Filter dead tasks">
    <QueueFilter value={current.queue} onChange={(queue) => onChange({ queue })} />
    <TextFilter label="Thread" value={current.thread} onChange={(thread) => onChange({ thread })} />
    <TextFilter label="Type" value={current.type} onChange={(type) => onChange({ type })} />
    <TextFilter label="Error type" value={current.error} onChange={(error) => onChange({ error })} />
  </search>
);

/** The DLQ: dead tasks, newest death first, to look into and restart. */
export const DlqPage = () => {
  const current = route.useSearch();
  const navigate = route.useNavigate();
  const selection = useSelection();
  const { queue, thread, type, error, open } = current;
  const show = (change: Partial<DlqSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const { setAll } = selection;
  const columns = useMemo(() => columnsWith((id) => setAll([id], false)), [setAll]);
  return (
    <Page
      title="Dead letter queue"
      fills
      panel={open !== undefined && <DeadTaskPanel id={open} onClose={() => show({ open: undefined })} />}
    >
      <Filters
        current={current}
        onChange={(change) => {
          selection.clear();
          show(change);
        }}
      />
      <LiveTable
        fills
        label="Dead tasks"
        columns={columns}
        list={useDeadTasks({ queue, threadId: thread, type, errorType: error })}
        isFiltered={[queue, thread, type, error].some((filter) => filter !== undefined)}
        whenEmpty="No task is dead."
        selection={selection}
        openKey={open}
        onOpen={({ id }) => show({ open: id })}
      />
      <SelectionBar selection={selection} />
    </Page>
  );
};

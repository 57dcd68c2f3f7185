import type { DeadTask } from '@spool/contracts';
import { createRoute, Link } from '@tanstack/react-router';
import { z } from 'zod';
import { useDeadTasks, useRestart } from '../api/dead-tasks.js';
import { useMay } from '../api/session.js';
import { ActionButton } from '../components/action-button.js';
import { DataTable, type Column } from '../components/data-table.js';
import { DeadTaskPanel } from '../components/dead-task-panel.js';
import { QueueFilter, TextFilter } from '../components/filters.js';
import { Moment } from '../components/moment.js';
import { Page } from '../components/page.js';
import { PagedRows } from '../components/paged-rows.js';
import { SelectionBar } from '../components/selection-bar.js';
import { StrangerText } from '../components/stranger-text.js';
import { QueueLink, ThreadLink } from '../components/task-links.js';
import { tellFailure, tellRefusals, tellRestarted } from '../components/toasts.js';
import { useSelection } from '../components/use-selection.js';
import { consoleRoute } from './root.js';

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
  { name: 'Task', cell: ({ id }) => <OpenLink id={id} /> },
  { name: 'Queue', onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'Thread',
    onPhone: false,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  {
    name: 'Type',
    onPhone: false,
    cell: ({ type }) => (type === null ? <span className="faint">–</span> : <StrangerText text={type} />),
  },
  { name: 'Error', grows: true, cell: (task) => <ErrorCell task={task} /> },
  { name: 'Attempts', align: 'end', onPhone: false, cell: ({ attempt }) => attempt },
  { name: 'Died', align: 'end', cell: ({ diedAt }) => <Moment at={diedAt} /> },
  {
    name: 'Actions',
    align: 'end',
    silent: true,
    cell: ({ id }) => <RestartOne id={id} onRestarted={() => onRestarted(id)} />,
  },
];

const text = z.string().optional().catch(undefined);
const search = z.object({ queue: text, thread: text, type: text, error: text, open: text });
type Search = z.input<typeof search>;

interface FiltersProps {
  readonly current: Search;
  readonly onChange: (change: Partial<Search>) => void;
}

const Filters = ({ current, onChange }: FiltersProps) => (
  <search className="filters" aria-label="Filter dead tasks">
    <QueueFilter value={current.queue} onChange={(queue) => onChange({ queue })} />
    <TextFilter label="Thread" value={current.thread} onChange={(thread) => onChange({ thread })} />
    <TextFilter label="Type" value={current.type} onChange={(type) => onChange({ type })} />
    <TextFilter label="Error type" value={current.error} onChange={(error) => onChange({ error })} />
  </search>
);

const DeadTasks = () => {
  const current = dlqRoute.useSearch();
  const navigate = dlqRoute.useNavigate();
  const selection = useSelection();
  const { queue, thread, type, error, open } = current;
  const show = (change: Partial<Search>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const columns = columnsWith((id) => selection.setAll([id], false));
  return (
    <Page title="Dead letter queue">
      <Filters
        current={current}
        onChange={(change) => {
          selection.clear();
          show(change);
        }}
      />
      <PagedRows
        query={useDeadTasks({ queue, threadId: thread, type, errorType: error })}
        isFiltered={[queue, thread, type, error].some((filter) => filter !== undefined)}
        whenEmpty="No task is dead."
      >
        {(tasks) => (
          <DataTable
            label="Dead tasks"
            columns={columns}
            rows={tasks}
            rowKey={({ id }) => id}
            selection={selection}
            openKey={open}
          />
        )}
      </PagedRows>
      <SelectionBar selection={selection} />
      <DeadTaskPanel id={open} onClose={() => show({ open: undefined })} />
    </Page>
  );
};

/** The DLQ: dead tasks, newest death first, to look into and restart. */
export const dlqRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/dlq',
  validateSearch: search,
  component: DeadTasks,
});

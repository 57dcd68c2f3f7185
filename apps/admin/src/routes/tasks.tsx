import { taskState, type TaskSummary } from '@spool/contracts';
import { createRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { useTasks } from '../api/tasks.js';
import { DataTable, type Column } from '../components/data-table.js';
import { ChoiceFilter, QueueFilter, TextFilter } from '../components/filters.js';
import { Moment } from '../components/moment.js';
import { Page } from '../components/page.js';
import { PagedRows } from '../components/paged-rows.js';
import { SituationBadge } from '../components/situation-badge.js';
import { situationOf } from '../components/situation.js';
import { StrangerText } from '../components/stranger-text.js';
import { QueueLink, TaskLink, ThreadLink } from '../components/task-links.js';
import { consoleRoute } from './root.js';

const stateWords: Record<z.infer<typeof taskState>, string> = {
  ENQUEUED: 'Enqueued',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  DEAD: 'Dead',
  RESTARTED: 'Restarted',
  FORWARDED: 'Forwarded',
};

const columns: readonly Column<TaskSummary>[] = [
  { name: 'Task', cell: ({ id }) => <TaskLink id={id} /> },
  { name: 'State', cell: (task) => <SituationBadge situation={situationOf(task)} /> },
  { name: 'Queue', onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  { name: 'Thread', cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} /> },
  {
    name: 'Type',
    onPhone: false,
    grows: true,
    cell: ({ type }) => (type === null ? <span className="faint">–</span> : <StrangerText text={type} />),
  },
  {
    name: 'Attempt',
    align: 'end',
    onPhone: false,
    cell: ({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}`,
  },
  { name: 'Scheduled', align: 'end', onPhone: false, cell: ({ scheduledAt }) => <Moment at={scheduledAt} /> },
  { name: 'Enqueued', align: 'end', onPhone: false, cell: ({ enqueuedAt }) => <Moment at={enqueuedAt} /> },
];

const Tasks = () => {
  const { queue, state, thread } = tasksRoute.useSearch();
  const navigate = tasksRoute.useNavigate();
  const filterBy = (change: Partial<z.input<typeof search>>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const query = useTasks({ queue, state, threadId: thread });
  return (
    <Page title="Tasks">
      <search className="filters" aria-label="Filter tasks">
        <QueueFilter value={queue} onChange={(value) => filterBy({ queue: value })} />
        <ChoiceFilter
          label="State"
          all="All states"
          value={state}
          choices={taskState.options.map((value) => ({ value, label: stateWords[value] }))}
          onChange={(value) => filterBy({ state: taskState.optional().catch(undefined).parse(value) })}
        />
        <TextFilter label="Thread" value={thread} onChange={(value) => filterBy({ thread: value })} />
      </search>
      <PagedRows
        query={query}
        isFiltered={queue !== undefined || state !== undefined || thread !== undefined}
        whenEmpty="No task was enqueued yet."
      >
        {(tasks) => <DataTable label="Tasks" columns={columns} rows={tasks} rowKey={({ id }) => id} />}
      </PagedRows>
    </Page>
  );
};

const text = z.string().optional().catch(undefined);
const search = z.object({ queue: text, state: taskState.optional().catch(undefined), thread: text });

/** Tasks, newest first. */
export const tasksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/tasks',
  validateSearch: search,
  component: Tasks,
});

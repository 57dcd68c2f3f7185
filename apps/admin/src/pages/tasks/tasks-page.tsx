import { taskState, type TaskSummary } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { z } from 'zod';
import { useTasks } from '../../api/tasks.js';
import type { TasksSearch } from '../../routes/search.js';
import type { Column } from '../../table/column.js';
import { ChoiceFilter, QueueFilter, TextFilter } from '../../components/filters.js';
import { Moment } from '../../time/moment.js';
import { Page } from '../../components/page.js';
import { LiveTable } from '../../table/live-table.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { StrangerText } from '../../components/stranger-text.js';
import { QueueLink, TaskLink, ThreadLink } from '../../components/task-links.js';

const stateWords: Record<z.infer<typeof taskState>, string> = {
  ENQUEUED: 'Enqueued',
  IN_PROGRESS: 'In progress',
  COMPLETED: 'Completed',
  DEAD: 'Dead',
  RESTARTED: 'Restarted',
  FORWARDED: 'Forwarded',
};

const route = getRouteApi('/console/tasks');

const columns: readonly Column<TaskSummary>[] = [
  { name: 'Task', width: 96, cell: ({ id }) => <TaskLink id={id} /> },
  { name: 'State', width: 110, cell: (task) => <SituationBadge situation={situationOf(task)} /> },
  { name: 'Queue', width: 140, onPhone: false, cell: ({ queue }) => <QueueLink queue={queue} /> },
  {
    name: 'Thread',
    grows: true,
    cell: ({ threadId, queue }) => <ThreadLink threadId={threadId} queue={queue} />,
  },
  {
    name: 'Type',
    onPhone: false,
    grows: true,
    cell: ({ type }) => (type === null ? <span className="faint">–</span> : <StrangerText text={type} />),
  },
  {
    name: 'Attempt',
    width: 80,
    align: 'end',
    onPhone: false,
    cell: ({ attempt, maxAttempts }) => `${attempt} of ${maxAttempts}`,
  },
  {
    name: 'Scheduled',
    width: 120,
    align: 'end',
    onPhone: false,
    cell: ({ scheduledAt }) => <Moment at={scheduledAt} />,
  },
  { name: 'Enqueued', width: 120, align: 'end', cell: ({ enqueuedAt }) => <Moment at={enqueuedAt} /> },
];

/** Tasks, newest first. */
export const TasksPage = () => {
  const { queue, state, thread } = route.useSearch();
  const navigate = route.useNavigate();
  const filterBy = (change: Partial<TasksSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page title="Tasks" fills>
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
      <LiveTable
        fills
        label="Tasks"
        columns={columns}
        list={useTasks({ queue, state, threadId: thread })}
        isFiltered={queue !== undefined || state !== undefined || thread !== undefined}
        whenEmpty="No task was enqueued yet."
      />
    </Page>
  );
};

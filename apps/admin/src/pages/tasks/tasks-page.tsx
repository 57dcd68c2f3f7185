import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useQueueNames } from '../../api/queues.js';
import { useTasks } from '../../api/tasks.js';
import { useWorkerNames } from '../../api/workers.js';
import { Page } from '../../components/page.js';
import { FilterBar, type FilterField } from '../../filter/filter-bar.js';
import { parseFilter, type FilterPart } from '../../filter/filter-text.js';
import { readPart, readTaskFilter, stateWords } from '../../filter/task-filter.js';
import { ViewsMenu } from '../../filter/views-menu.js';
import type { TasksSearch } from '../../routes/search.js';
import { LiveTable } from '../../table/live-table.js';
import { useNow } from '../../time/use-now.js';
import { taskColumns } from './task-columns.js';
import { TaskPanel } from './task-panel.js';

const route = getRouteApi('/console/tasks');

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

const problemOf = (part: FilterPart): string | null => {
  const read = readPart(part, 0);
  return 'problem' in read ? read.problem : null;
};

/** Ages are counted from the moment at which the filter was set: a list that goes on must stay the same list. */
const useFilter = (q: string | undefined) => {
  const atMs = useNow();
  const [taken, setTaken] = useState({ q, atMs });
  if (taken.q !== q) setTaken({ q, atMs });
  return useMemo(() => readTaskFilter(parseFilter(q ?? ''), taken.atMs), [q, taken.atMs]);
};

const useFields = (types: readonly string[]): FilterField[] => [
  { key: 'state', hint: 'what it is doing', values: Object.keys(stateWords) },
  { key: 'queue', hint: 'its queue', values: useQueueNames() },
  { key: 'type', hint: 'what kind of work', values: types },
  { key: 'thread', hint: 'its thread; * for anything', values: [] },
  { key: 'worker', hint: 'who runs it', values: useWorkerNames() },
  { key: 'error', hint: 'in what went wrong', values: [] },
  {
    key: 'age',
    hint: 'since it was enqueued',
    values: ['>10m', '>1h', '>2h', '>24h', '<10m', '<1h', '<24h'],
  },
];

/** Tasks, newest first. */
export const TasksPage = () => {
  const { q, open, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useTasks(useFilter(q), q ?? '');
  const fields = useFields(distinct(list.rows.slice(0, 500).map(({ type }) => type)));
  const show = (change: Partial<TasksSearch>, replace: boolean) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace });
  return (
    <Page
      title="Tasks"
      fills
      panel={
        open !== undefined && (
          <TaskPanel
            id={open}
            tab={tab}
            onTab={(next) => show({ tab: next }, true)}
            onClose={() => show({ open: undefined, tab: undefined }, false)}
          />
        )
      }
    >
      <div className="filter-row">
        <FilterBar
          label="Filter tasks"
          value={q}
          onChange={(value) => show({ q: value }, false)}
          fields={fields}
          problemOf={problemOf}
        />
        <ViewsMenu filter={q} onChoose={(filter) => show({ q: filter }, false)} />
      </div>
      <LiveTable
        fills
        label="Tasks"
        columns={taskColumns}
        list={list}
        isFiltered={q !== undefined}
        whenEmpty="No task was enqueued yet."
        openKey={open}
        onOpen={({ id }) => show({ open: id }, open !== undefined)}
      />
    </Page>
  );
};

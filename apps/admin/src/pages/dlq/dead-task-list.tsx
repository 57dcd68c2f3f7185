import { useMemo, type ReactNode } from 'react';
import { useDeadTasks } from '../../api/dead-tasks.js';
import { DeadTaskPanel } from '../../components/dead-task-panel.js';
import { QueueFilter, TextFilter } from '../../components/filters.js';
import { Page } from '../../components/page.js';
import type { DlqSearch } from '../../routes/search.js';
import { LiveTable } from '../../table/live-table.js';
import { useSelection } from '../../table/selection.js';
import { columnsWith } from './dead-task-columns.js';
import { SelectionBar } from './selection-bar.js';

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

interface DeadTaskListProps {
  readonly search: DlqSearch;
  readonly onChange: (change: Partial<DlqSearch>) => void;
  readonly aside: ReactNode;
  /** Stands above the filters. */
  readonly children: ReactNode;
}

/** Dead tasks, newest death first, to look into, to choose and to restart. */
export const DeadTaskList = ({ search, onChange, aside, children }: DeadTaskListProps) => {
  const { queue, thread, type, error, group, open } = search;
  const selection = useSelection();
  const { setAll } = selection;
  const columns = useMemo(() => columnsWith((id) => setAll([id], false)), [setAll]);
  const list = useDeadTasks({ queue, threadId: thread, type, errorType: error, group });
  const change = (to: Partial<DlqSearch>) => {
    selection.clear();
    onChange({ view: 'tasks', ...to });
  };
  return (
    <Page
      title="Dead letter queue"
      fills
      aside={aside}
      panel={open !== undefined && <DeadTaskPanel id={open} onClose={() => onChange({ open: undefined })} />}
    >
      {children}
      <Filters current={search} onChange={change} />
      <LiveTable
        fills
        label="Dead tasks"
        columns={columns}
        list={list}
        isFiltered={[queue, thread, type, error, group].some((filter) => filter !== undefined)}
        whenEmpty="No task is dead."
        selection={selection}
        openKey={open}
        onOpen={({ id }) => onChange({ open: id })}
      />
      <SelectionBar selection={selection} list={list} search={search} />
    </Page>
  );
};

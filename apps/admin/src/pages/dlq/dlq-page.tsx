import { getRouteApi, Link } from '@tanstack/react-router';
import { Page } from '../../components/page.js';
import type { DlqSearch } from '../../routes/search.js';
import { DeadTaskList } from './dead-task-list.js';
import { GroupHead } from './group-head.js';
import { GroupList } from './group-list.js';
import './dlq-page.css';

const route = getRouteApi('/console/dlq');

const asksForTasks = ({ view, thread, type, error, group }: DlqSearch): boolean =>
  view === 'tasks' || [thread, type, error, group].some((filter) => filter !== undefined);

/** A link to the one view must not pass for current while a filter of the other holds. */
const exactly = { exact: true, explicitUndefined: true } as const;

const Views = ({ search }: { readonly search: DlqSearch }) => {
  const showsTasks = asksForTasks(search);
  const { queue } = search;
  return (
    <nav className="views" aria-label="View">
      <Link
        to="/dlq"
        search={{ queue }}
        activeOptions={exactly}
        aria-current={showsTasks ? undefined : 'page'}
      >
        By error
      </Link>
      <Link
        to="/dlq"
        search={{ queue, view: 'tasks' }}
        activeOptions={exactly}
        aria-current={showsTasks ? 'page' : undefined}
      >
        Task by task
      </Link>
    </nav>
  );
};

/** A panel that opens or closes is a step, which Back undoes; going on to the next row and filtering are none. */
const isStep = ({ open }: DlqSearch, change: Partial<DlqSearch>): boolean =>
  'open' in change && (open === undefined) !== (change.open === undefined);

/** The DLQ: opens by what went wrong; from there to the tasks of an error, and to a restart of all of them. */
export const DlqPage = () => {
  const search: DlqSearch = route.useSearch();
  const navigate = route.useNavigate();
  const show = (change: Partial<DlqSearch>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: !isStep(search, change) });
  if (!asksForTasks(search))
    return (
      <Page title="Dead letter queue" fills aside={<Views search={search} />}>
        <GroupList search={search} onChange={show} />
      </Page>
    );
  return (
    <DeadTaskList search={search} onChange={show} aside={<Views search={search} />}>
      {search.group !== undefined && <GroupHead group={search.group} queue={search.queue} />}
    </DeadTaskList>
  );
};

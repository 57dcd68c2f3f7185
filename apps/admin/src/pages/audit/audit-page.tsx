import { auditAction } from '@spool/contracts';
import { getRouteApi } from '@tanstack/react-router';
import { useAudit } from '../../api/audit.js';
import { ChoiceFilter, TextFilter, TimeFilter } from '../../components/filters.js';
import { Page } from '../../components/page.js';
import type { AuditSearch } from '../../routes/search.js';
import { LiveTable } from '../../table/live-table.js';
import { auditColumns } from './audit-columns.js';
import { filterOf } from './audit-filter.js';
import { AuditPanel } from './audit-panel.js';

const route = getRouteApi('/console/audit');

/** What services do all day is not written down: only these acts are. */
const unlisted: readonly string[] = [
  'task.dequeue',
  'task.exchange',
  'task.keepalive',
  'task.complete',
  'task.fail',
];
const actions = auditAction.options.filter((action) => !unlisted.includes(action));

/** Who did what, newest first. */
export const AuditPage = () => {
  const search = route.useSearch();
  const { actor, action, target, from, to, open } = search;
  const navigate = route.useNavigate();
  const list = useAudit(filterOf(search));
  const show = (change: Partial<AuditSearch>, replace: boolean) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace });
  const filterBy = (change: Partial<AuditSearch>) => show({ ...change, open: undefined }, true);
  return (
    <Page
      title="Audit"
      fills
      panel={
        open !== undefined && (
          <AuditPanel
            id={open}
            entry={list.rows.find(({ id }) => id === open)}
            onClose={() => show({ open: undefined }, false)}
          />
        )
      }
    >
      <search className="filters" aria-label="Filter acts">
        <TextFilter label="Who" value={actor} onChange={(value) => filterBy({ actor: value })} />
        <ChoiceFilter
          label="Did"
          all="Anything"
          value={action}
          choices={actions.map((name) => ({ value: name, label: name }))}
          onChange={(value) => filterBy({ action: value })}
        />
        <TextFilter
          label="To (such as task:4812)"
          value={target}
          onChange={(value) => filterBy({ target: value })}
        />
        <TimeFilter label="From" value={from} onChange={(value) => filterBy({ from: value })} />
        <TimeFilter label="Until" value={to} onChange={(value) => filterBy({ to: value })} />
      </search>
      <LiveTable
        fills
        label="Acts"
        columns={auditColumns}
        list={list}
        isFiltered={[actor, action, target, from, to].some((value) => value !== undefined)}
        whenEmpty="Every act of an operator is listed here, and every administrative call."
        openKey={open}
        onOpen={({ id }) => show({ open: id }, open !== undefined)}
      />
    </Page>
  );
};

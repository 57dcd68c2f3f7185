import { useAudit } from '../api/audit.js';
import { useRefusal } from '../api/session.js';
import { ownAuditColumns } from '../pages/audit/audit-columns.js';
import { LiveTable } from '../table/live-table.js';

const Acts = ({ id }: { readonly id: string }) => (
  <LiveTable
    label="Acts on this task"
    columns={ownAuditColumns}
    list={useAudit({ target: `task:${id}` })}
    isFiltered={false}
    whenEmpty="Nobody did anything to this task by itself. Bulk work is listed under its operation."
  />
);

/** Who did what to a task. */
export const TaskAudit = ({ id }: { readonly id: string }) => {
  const refusal = useRefusal('admin');
  return refusal === null ? <Acts id={id} /> : <p className="section-text">{refusal}</p>;
};

import type { TaskSummary, ThreadMember } from '@spool/contracts';
import { SituationBadge } from './situation-badge.js';
import { situationOf } from './situation.js';
import { TaskLink } from './task-links.js';

/** The task that a member is; null for one in a queue that the operator may not read. */
export const visible = (member: ThreadMember): TaskSummary | null => ('hidden' in member ? null : member);

/** Stands for a task in a queue that the operator may not read. */
export const HiddenTask = () => (
  <span className="faint" title="In a queue that you may not read">
    hidden
  </span>
);

/** A member by id and situation; a dash for nobody. */
export const Member = ({ member }: { readonly member: ThreadMember | null }) => {
  if (member === null) return <span className="faint">–</span>;
  const task = visible(member);
  if (task === null) return <HiddenTask />;
  return (
    <span className="member">
      <TaskLink id={task.id} /> <SituationBadge situation={situationOf(task)} />
    </span>
  );
};

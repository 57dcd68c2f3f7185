import type { TaskDetail } from '@spool/contracts';
import { useTask } from '../api/tasks.js';
import { SidePanel } from './side-panel.js';
import { SingleAnswer } from './single-answer.js';
import { SituationBadge } from './situation-badge.js';
import { situationOf } from './situation.js';
import { TaskActions } from './task-actions.js';
import { AttemptsSection, ErrorSection, JsonSection, lastErrorOf, TaskFacts } from './task-details.js';
import { TaskLink } from './task-links.js';

interface DeadTaskPanelProps {
  readonly id: string;
  readonly onClose: () => void;
}

const PanelBody = ({ task }: { readonly task: TaskDetail }) => {
  const error = lastErrorOf(task);
  return (
    <>
      {error !== undefined && <ErrorSection error={error} />}
      <TaskFacts task={task} />
      <AttemptsSection attempts={task.history} />
      <JsonSection title="Payload" value={task.payload} />
    </>
  );
};

/** Error, stack, attempts and payload of one dead task, beside the list. */
export const DeadTaskPanel = ({ id, onClose }: DeadTaskPanelProps) => {
  const query = useTask(id);
  return (
    <SidePanel
      label={`Dead task ${id}`}
      title={
        <>
          Task <TaskLink id={id} />
        </>
      }
      aside={query.data !== undefined && <SituationBadge situation={situationOf(query.data)} />}
      onClose={onClose}
    >
      <SingleAnswer query={query}>
        {(task) => (
          <>
            <div className="panel-actions">
              <TaskActions task={task} onDeleted={onClose} />
            </div>
            <PanelBody task={task} />
          </>
        )}
      </SingleAnswer>
    </SidePanel>
  );
};

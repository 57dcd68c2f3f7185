import type { TaskDetail } from '@spool/contracts';
import { useTask } from '../api/tasks.js';
import { SidePanel } from './side-panel.js';
import { SingleAnswer } from './single-answer.js';
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
      title={<TaskLink id={id} />}
      aside={query.data !== undefined && <TaskActions task={query.data} onDeleted={onClose} />}
      onClose={onClose}
    >
      <SingleAnswer query={query}>{(task) => <PanelBody task={task} />}</SingleAnswer>
    </SidePanel>
  );
};

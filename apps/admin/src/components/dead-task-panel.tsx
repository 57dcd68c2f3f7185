import { Drawer } from '@mantine/core';
import type { TaskDetail } from '@spool/contracts';
import { useTask } from '../api/tasks.js';
import { SingleAnswer } from './single-answer.js';
import { TaskActions } from './task-actions.js';
import { AttemptsSection, ErrorSection, JsonSection, lastErrorOf, TaskFacts } from './task-details.js';
import { TaskLink } from './task-links.js';

interface DeadTaskPanelProps {
  readonly id: string | undefined;
  readonly onClose: () => void;
}

const PanelBody = ({ task, onClose }: { readonly task: TaskDetail; readonly onClose: () => void }) => {
  const error = lastErrorOf(task);
  return (
    <>
      <div className="panel-heading">
        <span>
          Open the page of <TaskLink id={task.id} />
        </span>
        <TaskActions task={task} onDeleted={onClose} />
      </div>
      {error !== undefined && <ErrorSection error={error} />}
      <TaskFacts task={task} />
      <AttemptsSection attempts={task.history} />
      <JsonSection title="Payload" value={task.payload} />
    </>
  );
};

const Answer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => (
  <SingleAnswer query={useTask(id)}>{(task) => <PanelBody task={task} onClose={onClose} />}</SingleAnswer>
);

/** Error, stack, attempts and payload of one dead task, beside the list. */
export const DeadTaskPanel = ({ id, onClose }: DeadTaskPanelProps) => (
  <Drawer
    opened={id !== undefined}
    onClose={onClose}
    position="right"
    size={680}
    title={`Dead task ${id ?? ''}`}
    closeButtonProps={{ 'aria-label': 'Close' }}
    classNames={{ body: 'panel-body' }}
  >
    {id !== undefined && <Answer id={id} onClose={onClose} />}
  </Drawer>
);

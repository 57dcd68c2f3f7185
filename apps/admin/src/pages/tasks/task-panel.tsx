import { useTask } from '../../api/tasks.js';
import { SidePanel } from '../../components/side-panel.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { TaskActions } from '../../components/task-actions.js';
import { TaskLink } from '../../components/task-links.js';
import type { TaskTab } from '../../routes/search.js';
import { TaskView } from '../../task/task-view.js';

interface TaskPanelProps {
  readonly id: string;
  readonly tab: TaskTab | undefined;
  readonly onTab: (tab: TaskTab) => void;
  readonly onClose: () => void;
}

/** One task beside the list. */
export const TaskPanel = ({ id, tab, onTab, onClose }: TaskPanelProps) => {
  const query = useTask(id);
  const task = query.data;
  return (
    <SidePanel
      label={`Task ${id}`}
      title={
        <>
          Task <TaskLink id={id} />
        </>
      }
      aside={task !== undefined && <SituationBadge situation={situationOf(task)} />}
      onClose={onClose}
    >
      <SingleAnswer query={query}>
        {(found) => (
          <>
            <div className="panel-actions">
              <TaskActions task={found} onDeleted={onClose} />
            </div>
            <TaskView task={found} tab={tab} onTab={onTab} />
          </>
        )}
      </SingleAnswer>
    </SidePanel>
  );
};

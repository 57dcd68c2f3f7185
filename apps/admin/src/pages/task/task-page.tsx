import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTask } from '../../api/tasks.js';
import { Page } from '../../components/page.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { TaskActions } from '../../components/task-actions.js';
import { TaskView } from '../../task/task-view.js';

const route = getRouteApi('/console/tasks/$taskId');

/** One task: why it is not running, where its time went, what it carries. */
export const TaskPage = () => {
  const { taskId } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = useNavigate();
  const show = route.useNavigate();
  const query = useTask(taskId);
  const task = query.data;
  return (
    <Page
      title={`Task ${taskId}`}
      aside={
        task !== undefined && (
          <>
            <SituationBadge situation={situationOf(task)} />
            <TaskActions task={task} onDeleted={() => void navigate({ to: '/tasks' })} />
          </>
        )
      }
    >
      <SingleAnswer query={query}>
        {(found) => (
          <TaskView
            task={found}
            tab={tab}
            onTab={(next) => void show({ search: { tab: next }, replace: true })}
          />
        )}
      </SingleAnswer>
    </Page>
  );
};

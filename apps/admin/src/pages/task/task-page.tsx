import type { TaskDetail } from '@spool/contracts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useExplanation, useTask } from '../../api/tasks.js';
import { Page } from '../../components/page.js';
import { SingleAnswer } from '../../components/single-answer.js';
import { SituationBadge } from '../../components/situation-badge.js';
import { situationOf } from '../../components/situation.js';
import { TaskActions } from '../../components/task-actions.js';
import {
  AttemptsSection,
  ErrorSection,
  JsonSection,
  lastErrorOf,
  TaskFacts,
} from '../../components/task-details.js';
import { useNow } from '../../time/use-now.js';
import { wordExplanation, wordNext } from '../../wording/explain.js';

const route = getRouteApi('/console/tasks/$taskId');

const Why = ({ id }: { readonly id: string }) => {
  const { data } = useExplanation(id);
  const reader = { taskId: id, nowMs: useNow() };
  if (data === undefined) return null;
  return (
    <p className="why" aria-label="Why">
      {wordExplanation(data, reader)} {data.state === 'ENQUEUED' && wordNext(data.next, reader)}
    </p>
  );
};

const TaskBody = ({ task }: { readonly task: TaskDetail }) => {
  const error = lastErrorOf(task);
  return (
    <>
      <Why id={task.id} />
      <TaskFacts task={task} />
      {error !== undefined && <ErrorSection error={error} />}
      <AttemptsSection attempts={task.history} />
      <JsonSection title="Payload" value={task.payload} />
      {task.result !== undefined && <JsonSection title="Result" value={task.result} />}
    </>
  );
};

/** One task: why it is not running, what became of it, what it carries. */
export const TaskPage = () => {
  const { taskId } = route.useParams();
  const navigate = useNavigate();
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
      <SingleAnswer query={query}>{(found) => <TaskBody task={found} />}</SingleAnswer>
    </Page>
  );
};

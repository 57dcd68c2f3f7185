import { useDisclosure } from '@mantine/hooks';
import type { TaskDetail } from '@spool/contracts';
import { useRestart } from '../api/dead-tasks.js';
import { useMay } from '../api/session.js';
import { useDeleteTask } from '../api/tasks.js';
import { ActionButton } from './action-button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { RescheduleDialog } from './reschedule-dialog.js';
import { tellDone, tellFailure, tellRefusals, tellRestarted } from './toasts.js';

const missingRight = 'This needs the permission “operate”.';

interface TaskActionsProps {
  readonly task: TaskDetail;
  readonly onDeleted: () => void;
}

const RestartAction = ({ id }: { readonly id: string }) => {
  const mayOperate = useMay('operate');
  const restart = useRestart();
  return (
    <ActionButton
      label="Restart"
      variant="filled"
      isBusy={restart.isPending}
      refusal={mayOperate ? null : missingRight}
      onAct={() =>
        restart.mutate([id], {
          onSuccess: ({ done, refused }) => {
            tellRestarted(done);
            tellRefusals('not restarted', refused);
          },
          onError: (error) => tellFailure(`${id} was not restarted`, error),
        })
      }
    />
  );
};

const DeleteAction = ({ task, onDeleted }: TaskActionsProps) => {
  const mayOperate = useMay('operate');
  const [isAsking, asking] = useDisclosure(false);
  const deletion = useDeleteTask(task.id);
  const remove = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        asking.close();
        tellDone(`Deleted ${task.id}`);
        onDeleted();
      },
      onError: (error) => tellFailure(`${task.id} was not deleted`, error),
    });
  return (
    <>
      <ActionButton label="Delete" isGrave refusal={mayOperate ? null : missingRight} onAct={asking.open} />
      <ConfirmDialog
        title={`Delete task ${task.id}?`}
        confirmLabel="Delete task"
        isOpen={isAsking}
        isBusy={deletion.isPending}
        onConfirm={remove}
        onClose={asking.close}
      >
        {task.state === 'IN_PROGRESS'
          ? 'Its worker loses it at once, and the next task of its thread may run.'
          : 'It is gone for good.'}
      </ConfirmDialog>
    </>
  );
};

/** What can be done with a task; what cannot is disabled and says why. */
export const TaskActions = ({ task, onDeleted }: TaskActionsProps) => {
  const mayOperate = useMay('operate');
  const [isRescheduling, rescheduling] = useDisclosure(false);
  const notEnqueued = task.state === 'ENQUEUED' ? null : 'Only an enqueued task can be rescheduled.';
  return (
    <div className="page-heading-actions">
      {task.state === 'DEAD' && <RestartAction id={task.id} />}
      <ActionButton
        label="Reschedule"
        refusal={mayOperate ? notEnqueued : missingRight}
        onAct={rescheduling.open}
      />
      <DeleteAction task={task} onDeleted={onDeleted} />
      <RescheduleDialog
        id={task.id}
        scheduledAt={task.scheduledAt}
        isOpen={isRescheduling}
        onClose={rescheduling.close}
      />
    </div>
  );
};

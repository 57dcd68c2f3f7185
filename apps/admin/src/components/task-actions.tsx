import { useDisclosure } from '@mantine/hooks';
import type { TaskDetail } from '@spool/contracts';
import { useRestartChosen } from '../api/restart.js';
import { useRefusal } from '../api/session.js';
import { useDeleteTask } from '../api/tasks.js';
import { ActionButton } from './action-button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { EditDialog } from './edit-dialog.js';
import { RescheduleDialog } from './reschedule-dialog.js';
import { tellRestart } from './restart-toasts.js';
import { tellDone, tellFailure } from './toasts.js';

interface TaskActionsProps {
  readonly task: TaskDetail;
  readonly onDeleted: () => void;
}

const notDead: Record<TaskDetail['state'], string> = {
  ENQUEUED: 'Only a dead task can be restarted: this one is still in its queue.',
  IN_PROGRESS: 'Only a dead task can be restarted: this one is running.',
  COMPLETED: 'Only a dead task can be restarted: this one is done.',
  DEAD: '',
  RESTARTED: 'It was restarted already: see “Restarted as”.',
  FORWARDED: 'It was forwarded: see “Forwarded as”.',
};

const useRestartRefusal = ({ state }: TaskDetail): string | null => {
  const missing = useRefusal('operate');
  return missing ?? (state === 'DEAD' ? null : notDead[state]);
};

const RestartAction = ({ task }: { readonly task: TaskDetail }) => {
  const { id } = task;
  const refusal = useRestartRefusal(task);
  const restart = useRestartChosen();
  return (
    <ActionButton
      label="Restart"
      variant={task.state === 'DEAD' ? 'filled' : 'default'}
      isBusy={restart.isPending}
      refusal={refusal}
      onAct={() =>
        restart.act([id], {
          tell: tellRestart,
          tellFailure: (error) => tellFailure(`${id} was not restarted`, error),
        })
      }
    />
  );
};

const EditAction = ({ task }: { readonly task: TaskDetail }) => {
  const refusal = useRestartRefusal(task);
  const [isEditing, editing] = useDisclosure(false);
  return (
    <>
      <ActionButton label="Edit and restart" refusal={refusal} onAct={editing.open} />
      <EditDialog task={task} isOpen={isEditing} onClose={editing.close} />
    </>
  );
};

const DeleteAction = ({ task, onDeleted }: TaskActionsProps) => {
  const missing = useRefusal('operate');
  const [isAsking, asking] = useDisclosure(false);
  const deletion = useDeleteTask(task.id);
  const remove = () =>
    deletion.act(undefined, {
      onSuccess: () => {
        asking.close();
        onDeleted();
      },
      tell: () => tellDone(`Deleted ${task.id}`),
      tellFailure: (error) => tellFailure(`${task.id} was not deleted`, error),
    });
  return (
    <>
      <ActionButton label="Delete" isGrave refusal={missing} onAct={asking.open} />
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
  const missing = useRefusal('operate');
  const [isRescheduling, rescheduling] = useDisclosure(false);
  const notEnqueued = task.state === 'ENQUEUED' ? null : 'Only an enqueued task can be rescheduled.';
  return (
    <div className="page-heading-actions">
      <RestartAction task={task} />
      <EditAction task={task} />
      <ActionButton label="Reschedule" refusal={missing ?? notEnqueued} onAct={rescheduling.open} />
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

import { useRestart } from '../api/dead-tasks.js';
import { useMay } from '../api/session.js';
import { ActionButton } from './action-button.js';
import { tellFailure, tellRefusals, tellRestarted } from './toasts.js';

interface RestartButtonProps {
  readonly id: string;
  /** Told when the task has left the DLQ. */
  readonly onRestarted?: () => void;
}

/** Restarts one dead task without a dialog. */
export const RestartButton = ({ id, onRestarted }: RestartButtonProps) => {
  const refusal = useMay('operate') ? null : 'This needs the permission “operate”.';
  const restart = useRestart();
  return (
    <ActionButton
      label="Restart"
      name={`Restart ${id}`}
      variant="subtle"
      size="compact-xs"
      refusal={refusal}
      isBusy={restart.isPending}
      onAct={() =>
        restart.mutate([id], {
          onSuccess: ({ done, refused }) => {
            onRestarted?.();
            tellRestarted(done);
            tellRefusals('not restarted', refused);
          },
          onError: (error) => tellFailure(`${id} was not restarted`, error),
        })
      }
    />
  );
};

import { useRestartChosen } from '../api/restart.js';
import { useRefusal } from '../api/session.js';
import { ActionButton } from './action-button.js';
import { tellRestart } from './restart-toasts.js';
import { tellFailure } from './toasts.js';

interface RestartButtonProps {
  readonly id: string;
  /** Told when the task has left the DLQ. */
  readonly onRestarted?: () => void;
}

/** Restarts one dead task without a dialog: the toast that tells of it can take it back. */
export const RestartButton = ({ id, onRestarted }: RestartButtonProps) => {
  const refusal = useRefusal('operate');
  const restart = useRestartChosen();
  const act = () =>
    restart.act([id], {
      tell: (restarted) => {
        onRestarted?.();
        tellRestart(restarted);
      },
      tellFailure: (error) => tellFailure(`${id} was not restarted`, error),
    });
  return (
    <ActionButton
      label="Restart"
      name={`Restart ${id}`}
      variant="subtle"
      size="compact-xs"
      refusal={refusal}
      isBusy={restart.isPending}
      onAct={act}
    />
  );
};

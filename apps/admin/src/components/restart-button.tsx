import { useRestartChosen } from '../api/restart.js';
import { useMay } from '../api/session.js';
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
  const refusal = useMay('operate') ? null : 'This needs the permission “operate”.';
  const restart = useRestartChosen();
  // Not by the callbacks of `mutate`: nobody would be told when the row leaves the list before the answer comes.
  const act = async () => {
    try {
      const restarted = await restart.mutateAsync([id]);
      onRestarted?.();
      tellRestart(restarted);
    } catch (error) {
      tellFailure(`${id} was not restarted`, error instanceof Error ? error : new Error(String(error)));
    }
  };
  return (
    <ActionButton
      label="Restart"
      name={`Restart ${id}`}
      variant="subtle"
      size="compact-xs"
      refusal={refusal}
      isBusy={restart.isPending}
      onAct={() => void act()}
    />
  );
};

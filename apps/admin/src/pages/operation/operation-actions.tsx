import type { Operation } from '@spool/contracts';
import { useDisclosure } from '@mantine/hooks';
import { useCommand, type OperationCommand } from '../../api/operations.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { tellFailure } from '../../components/toasts.js';
import { pendingOf, wordTasks } from '../operations/operation-words.js';

const failureWords: Readonly<Record<OperationCommand, string>> = {
  pause: 'It was not paused',
  resume: 'It was not resumed',
  cancel: 'It was not cancelled',
  undo: 'It was not undone',
};

const hasEnded = ({ state }: Operation): boolean =>
  state === 'completed' || state === 'cancelled' || state === 'failed';

/** Why an undo is not possible now, or null. */
const undoRefusal = ({ action, done, undo, verified }: Operation): string | null => {
  if (action === 'delete') return 'What was deleted cannot come back.';
  if (undo === 'running') return 'It is being undone.';
  if (undo === 'completed' && verified.waiting === 0) return 'It is undone: what has started stays.';
  if (done === 0) return 'Nothing is restarted yet.';
  return verified.waiting === 0 ? 'Every restarted task has ended: nothing is left to return.' : null;
};

const Undo = ({ operation, refusal }: { readonly operation: Operation; readonly refusal: string | null }) => {
  const [isAsking, asking] = useDisclosure(false);
  const command = useCommand(operation.id);
  const { verified, state } = operation;
  const pending = pendingOf(operation);
  return (
    <>
      <ActionButton label="Undo" refusal={refusal ?? undoRefusal(operation)} onAct={asking.open} />
      <ConfirmDialog
        title="Return what has not started?"
        confirmLabel="Undo the restart"
        isOpen={isAsking}
        isBusy={command.isPending}
        onConfirm={() =>
          command.act('undo', {
            onSuccess: asking.close,
            tellFailure: (error) => tellFailure(failureWords.undo, error),
          })
        }
        onClose={asking.close}
      >
        Of {wordTasks(verified.waiting)} still waiting, those that no worker has taken yet go back to the DLQ
        as they were, with their old ids. What has started stays as it is.
        {!hasEnded({ ...operation, state }) && pending > 0 && ` ${wordTasks(pending)} will not be restarted.`}
      </ConfirmDialog>
    </>
  );
};

/** Pause, resume, cancel and undo, as far as each is possible. */
export const OperationActions = ({ operation }: { readonly operation: Operation }) => {
  const refusal = useRefusal('operate');
  const command = useCommand(operation.id);
  const act = (what: OperationCommand) => () =>
    command.act(what, { tellFailure: (error) => tellFailure(failureWords[what], error) });
  const isRunning = operation.state === 'running' || operation.state === 'canary';
  const isHeld = operation.state === 'paused' || operation.state === 'canary';
  return (
    <>
      {isRunning && (
        <ActionButton label="Pause" refusal={refusal} isBusy={command.isPending} onAct={act('pause')} />
      )}
      {isHeld && (
        <ActionButton
          label={operation.state === 'canary' ? 'Go on now' : 'Resume'}
          variant="filled"
          refusal={refusal}
          isBusy={command.isPending}
          onAct={act('resume')}
        />
      )}
      {!hasEnded(operation) && (
        <ActionButton label="Cancel" refusal={refusal} isBusy={command.isPending} onAct={act('cancel')} />
      )}
      {operation.action === 'restart' && <Undo operation={operation} refusal={refusal} />}
    </>
  );
};

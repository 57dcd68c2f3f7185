import { useDisclosure } from '@mantine/hooks';
import { useDeleteDead, useRestart } from '../api/dead-tasks.js';
import { useMay } from '../api/session.js';
import { ActionButton } from './action-button.js';
import { ConfirmDialog } from './confirm-dialog.js';
import { tellDone, tellFailure, tellRefusals, tellRestarted } from './toasts.js';
import type { Selection } from '../table/selection.js';
import './selection-bar.css';

const counted = (count: number): string => (count === 1 ? '1 task' : `${count} tasks`);

const DeleteChosen = ({
  selection,
  refusal,
}: {
  readonly selection: Selection;
  readonly refusal: string | null;
}) => {
  const [isAsking, asking] = useDisclosure(false);
  const deletion = useDeleteDead();
  const remove = () =>
    deletion.mutate(selection.keys, {
      onSuccess: ({ done, refused }) => {
        asking.close();
        selection.clear();
        if (done.length > 0) tellDone(`Deleted ${counted(done.length)}`);
        tellRefusals('not deleted', refused);
      },
      onError: (error) => tellFailure('Not all were deleted', error),
    });
  return (
    <>
      <ActionButton label="Delete selected" isGrave refusal={refusal} onAct={asking.open} />
      <ConfirmDialog
        title={`Delete ${counted(selection.keys.length)}?`}
        confirmLabel={`Delete ${counted(selection.keys.length)}`}
        isOpen={isAsking}
        isBusy={deletion.isPending}
        onConfirm={remove}
        onClose={asking.close}
      >
        They are gone for good and cannot be restarted.
      </ConfirmDialog>
    </>
  );
};

/** What can be done with the chosen dead tasks. */
export const SelectionBar = ({ selection }: { readonly selection: Selection }) => {
  const refusal = useMay('operate') ? null : 'This needs the permission “operate”.';
  const restart = useRestart();
  if (selection.keys.length === 0) return null;
  const restartAll = () =>
    restart.mutate(selection.keys, {
      onSuccess: ({ done, refused }) => {
        selection.clear();
        tellRestarted(done);
        tellRefusals('not restarted', refused);
      },
      onError: (error) => tellFailure('Not all were restarted', error),
    });
  return (
    <div className="selection-bar" role="toolbar" aria-label="Selected tasks">
      <span>{counted(selection.keys.length)} selected</span>
      <ActionButton
        label="Restart selected"
        variant="filled"
        refusal={refusal}
        isBusy={restart.isPending}
        onAct={restartAll}
      />
      <DeleteChosen selection={selection} refusal={refusal} />
      <ActionButton label="Clear" variant="subtle" onAct={selection.clear} />
    </div>
  );
};

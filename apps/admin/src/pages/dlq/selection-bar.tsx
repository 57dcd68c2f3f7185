import { useDisclosure } from '@mantine/hooks';
import type { DeadTask } from '@spool/contracts';
import { Link } from '@tanstack/react-router';
import { useDeadGroup, useDeleteDead } from '../../api/dead-tasks.js';
import { useRestartChosen } from '../../api/restart.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { tellRestart } from '../../components/restart-toasts.js';
import { tellDone, tellFailure, tellRefusals } from '../../components/toasts.js';
import type { LiveList } from '../../live/live-list.js';
import type { DlqSearch } from '../../routes/search.js';
import type { Selection } from '../../table/selection.js';
import { wordTasks } from '../operations/operation-words.js';
import './selection-bar.css';

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
    deletion.act(selection.keys, {
      onSuccess: () => {
        asking.close();
        selection.clear();
      },
      tell: ({ done, refused }) => {
        if (done.length > 0) tellDone(`Deleted ${wordTasks(done.length)}`);
        tellRefusals('not deleted', refused);
      },
      tellFailure: (error) => tellFailure('Not all were deleted', error),
    });
  const counted = wordTasks(selection.keys.length);
  return (
    <>
      <ActionButton label="Delete selected" isGrave refusal={refusal} onAct={asking.open} />
      <ConfirmDialog
        title={`Delete ${counted}?`}
        confirmLabel={`Delete ${counted}`}
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

/** Leads to the plan for all that match the filter: by what they have in common, not by their ids. */
const AllMatching = ({ search }: { readonly search: DlqSearch }) => {
  const { queue, thread, type, error, group } = search;
  const isWholeGroup = group !== undefined && [thread, type, error].every((filter) => filter === undefined);
  const count = useDeadGroup(isWholeGroup ? group : undefined, queue).data?.count;
  return (
    <Link to="/dlq/plan" search={{ action: 'restart', queue, thread, type, error, group }}>
      Select all {count === undefined ? '' : `${count.toLocaleString('en-US')} `}matching
    </Link>
  );
};

interface SelectionBarProps {
  readonly selection: Selection;
  readonly list: LiveList<DeadTask>;
  readonly search: DlqSearch;
}

/** What can be done with the chosen dead tasks, and the way from all that are loaded to all that match. */
export const SelectionBar = ({ selection, list, search }: SelectionBarProps) => {
  const refusal = useRefusal('operate');
  const restart = useRestartChosen();
  const { keys } = selection;
  if (keys.length === 0) return null;
  const isWhole = list.hasMore && list.rows.every(({ id }) => selection.has(id));
  const restartAll = () =>
    restart.act(keys, {
      onSuccess: selection.clear,
      tell: tellRestart,
      tellFailure: (error) => tellFailure('They were not restarted', error),
    });
  return (
    <div className="selection-bar" role="toolbar" aria-label="Selected tasks">
      <span>{wordTasks(keys.length)} selected</span>
      {isWhole && <AllMatching search={search} />}
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

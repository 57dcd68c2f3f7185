import { useDisclosure } from '@mantine/hooks';
import type { Queue } from '@spool/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useDeleteQueue } from '../../api/queues.js';
import { useRefusal } from '../../api/session.js';
import { ActionButton } from '../../components/action-button.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { tellDone, tellFailure } from '../../components/toasts.js';

/** Completed tasks go with their queue; live and dead ones keep it. */
const holdsTasks = ({ counts }: Queue): boolean =>
  [counts.ready, counts.scheduled, counts.backoff, counts.waiting, counts.inProgress, counts.dead].some(
    (count) => count > 0,
  );

/** Deletes a queue that has neither live nor dead tasks. */
export const DeleteQueue = ({ queue }: { readonly queue: Queue }) => {
  const missing = useRefusal('admin');
  const navigate = useNavigate();
  const [isAsking, asking] = useDisclosure(false);
  const deletion = useDeleteQueue(queue.name);
  const held = holdsTasks(queue) ? 'It still has live or dead tasks.' : null;
  const remove = () =>
    deletion.act(undefined, {
      onSuccess: () => void navigate({ to: '/queues' }),
      tell: () => tellDone(`Deleted ${queue.name}`),
      tellFailure: (error) => tellFailure(`${queue.name} was not deleted`, error),
      onSettled: asking.close,
    });
  return (
    <>
      <ActionButton label="Delete" isGrave refusal={missing ?? held} onAct={asking.open} />
      <ConfirmDialog
        title={`Delete queue ${queue.name}?`}
        confirmLabel="Delete queue"
        isOpen={isAsking}
        isBusy={deletion.isPending}
        onConfirm={remove}
        onClose={asking.close}
      >
        Its configuration and its completed tasks are gone for good. Enqueuing into it is refused from then
        on.
      </ConfirmDialog>
    </>
  );
};

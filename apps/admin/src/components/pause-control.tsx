import { Button, Group, Modal, TextInput, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { limits, type Queue } from '@spool/contracts';
import { useState } from 'react';
import { usePause } from '../api/queues.js';
import { useRefusal } from '../api/session.js';
import { ActionButton } from './action-button.js';
import { tellFailure } from './toasts.js';
import { tellUndoable } from './undo-toast.js';

interface PauseDialogProps {
  readonly queue: string;
  readonly isBusy: boolean;
  readonly onPause: (reason: string) => void;
  readonly onClose: () => void;
}

const PauseDialog = ({ queue, isBusy, onPause, onClose }: PauseDialogProps) => {
  const [reason, setReason] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPause(reason.trim());
      }}
    >
      <p className="dialog-text">
        Workers get no task of <bdi>{queue}</bdi> until it is resumed. Tasks in progress go on.
      </p>
      <TextInput
        label="Reason"
        description="Shown to everyone who looks; optional"
        data-autofocus
        maxLength={limits.reasonCharacters}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          Pause queue
        </Button>
      </Group>
    </form>
  );
};

const reasonOf = (reason: string | null) => (reason === null || reason === '' ? {} : { reason });

interface PauseControlProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly queue: Queue;
}

/** Pauses a queue, with a reason, or resumes it. */
export const PauseControl = ({ queue, variant = 'subtle', size = 'compact-xs' }: PauseControlProps) => {
  const [isAsking, asking] = useDisclosure(false);
  const pause = usePause(queue.name);
  const refusal = useRefusal('operate');
  const failing = (error: Error) => tellFailure(`${queue.name} was not changed`, error);
  const resume = () =>
    pause.act(
      { paused: false },
      {
        tellFailure: failing,
        tell: () =>
          tellUndoable({
            message: `Resumed ${queue.name}`,
            undone: `${queue.name} is paused again`,
            undo: () => pause.actAsync({ paused: true, ...reasonOf(queue.pauseReason) }),
          }),
      },
    );
  const hold = (reason: string) =>
    pause.act(
      { paused: true, ...reasonOf(reason) },
      {
        onSuccess: asking.close,
        tellFailure: failing,
        tell: () =>
          tellUndoable({
            message: `Paused ${queue.name}`,
            undone: `Resumed ${queue.name}`,
            undo: () => pause.actAsync({ paused: false }),
          }),
      },
    );
  const action = queue.paused ? 'Resume' : 'Pause';
  return (
    <>
      <ActionButton
        label={action}
        name={`${action} ${queue.name}`}
        variant={variant}
        size={size}
        refusal={refusal}
        isBusy={pause.isPending && !isAsking}
        onAct={queue.paused ? resume : asking.open}
      />
      <Modal opened={isAsking} onClose={asking.close} title={`Pause ${queue.name}`}>
        <PauseDialog queue={queue.name} isBusy={pause.isPending} onPause={hold} onClose={asking.close} />
      </Modal>
    </>
  );
};

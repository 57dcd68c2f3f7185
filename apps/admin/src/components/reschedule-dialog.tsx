import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useReschedule } from '../api/tasks.js';
import { dateFieldOf } from '../time/date-field.js';
import { tellFailure } from './toasts.js';
import { tellUndoable } from './undo-toast.js';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

interface RescheduleDialogProps {
  readonly id: string;
  readonly scheduledAt: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const RescheduleForm = ({ id, scheduledAt, onClose }: Omit<RescheduleDialogProps, 'isOpen'>) => {
  const [value, setValue] = useState(dateFieldOf(scheduledAt));
  const reschedule = useReschedule(id);
  const move = (at: string) =>
    reschedule.act(at, {
      onSuccess: onClose,
      tell: () =>
        tellUndoable({
          message: `Rescheduled ${id}`,
          undone: `${id} has its old time again`,
          undo: () => reschedule.actAsync(scheduledAt),
        }),
      tellFailure: (error) => tellFailure(`${id} was not rescheduled`, error),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        move(new Date(value).toISOString());
      }}
    >
      <TextInput
        label="Run at"
        description={`Local time, ${zone}`}
        type="datetime-local"
        step={1}
        required
        withAsterisk={false}
        data-autofocus
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => move(new Date().toISOString())}>
          Run now
        </Button>
        <Button type="submit" loading={reschedule.isPending}>
          Reschedule
        </Button>
      </Group>
    </form>
  );
};

/** Gives an ENQUEUED task another time. */
export const RescheduleDialog = ({ isOpen, ...form }: RescheduleDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} title={`Reschedule task ${form.id}`}>
    <RescheduleForm {...form} />
  </Modal>
);

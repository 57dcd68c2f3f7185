import { Button, Group, Modal, Textarea } from '@mantine/core';
import { limits, type TaskDetail } from '@spool/contracts';
import { useState } from 'react';
import { useEditedRestart } from '../api/dead-tasks.js';
import { tellFailure, tellRefusals, tellRestarted } from './toasts.js';

interface EditDialogProps {
  readonly task: TaskDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

const parse = (text: string): Parsed => {
  try {
    const value: unknown = JSON.parse(text);
    const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
    if (bytes <= limits.payloadBytes) return { value };
    return {
      problem: `A payload has at most ${limits.payloadBytes / 1_024} KiB; this one has ${bytes} bytes.`,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'This is no JSON.' };
  }
};

const EditForm = ({ task, onClose }: Omit<EditDialogProps, 'isOpen'>) => {
  const [text, setText] = useState(() => JSON.stringify(task.payload, null, 2));
  const restart = useEditedRestart(task.id);
  const parsed = parse(text);
  const send = (payload: unknown) =>
    restart.act(payload, {
      onSuccess: onClose,
      tell: ({ results: [result] }) => {
        if (result?.status === 'ok') tellRestarted([result]);
        else if (result !== undefined) tellRefusals('not restarted', [result]);
      },
      tellFailure: (error) => tellFailure(`${task.id} was not restarted`, error),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if ('value' in parsed) send(parsed.value);
      }}
    >
      <Textarea
        label="Payload"
        description="The restarted task carries this; the dead one keeps what it had."
        autosize
        minRows={8}
        maxRows={20}
        spellCheck={false}
        data-autofocus
        classNames={{ input: 'json-input' }}
        error={'problem' in parsed ? parsed.problem : undefined}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={restart.isPending} disabled={'problem' in parsed}>
          Restart with this payload
        </Button>
      </Group>
    </form>
  );
};

/** Restarts a dead task with another payload. */
export const EditDialog = ({ isOpen, ...form }: EditDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} title={`Edit and restart task ${form.task.id}`} size="lg">
    <EditForm {...form} />
  </Modal>
);

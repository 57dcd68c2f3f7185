import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly isOpen: boolean;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be taken back. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Modal opened={props.isOpen} onClose={props.onClose} title={props.title}>
    {props.children}
    <Group justify="flex-end" gap="xs" mt="md">
      <Button variant="default" onClick={props.onClose}>
        Cancel
      </Button>
      <Button loading={props.isBusy} onClick={props.onConfirm} className="button-grave">
        {props.confirmLabel}
      </Button>
    </Group>
  </Modal>
);

import { Button, Group, Modal } from '@mantine/core';
import { CopyText } from '../task/json-view.js';
import { StrangerBlock } from './stranger-text.js';

interface ShownOnceProps {
  readonly title: string;
  /** What the secret is, such as `API key`. */
  readonly label: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret, for the only time. */
export const ShownOnce = ({ title, label, secret, onClose }: ShownOnceProps) => (
  <Modal opened onClose={onClose} title={title} closeOnClickOutside={false}>
    <p className="dialog-text">Copy it now: it is not kept here and cannot be shown again.</p>
    <StrangerBlock label={label} text={secret} />
    <Group justify="flex-end" gap="xs" mt="md">
      <CopyText text={secret} label={`Copy ${label}`} />
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Modal>
);

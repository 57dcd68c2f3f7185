import { Button, Group, Modal } from '@mantine/core';
import type { CreatedApiKey } from '@spool/contracts';
import { StrangerBlock } from '../../components/stranger-text.js';
import { CopyText } from '../../task/json-view.js';

/** Shows a new key, for the only time. */
export const CreatedKey = ({
  created,
  onClose,
}: {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}) => (
  <Modal opened onClose={onClose} title={`The key of ${created.name}`} closeOnClickOutside={false}>
    <p className="dialog-text">Copy it now: it is not kept here and cannot be shown again.</p>
    <StrangerBlock label="API key" text={created.key} />
    <Group justify="flex-end" gap="xs" mt="md">
      <CopyText text={created.key} label="Copy key" />
      <Button onClick={onClose}>Done</Button>
    </Group>
  </Modal>
);

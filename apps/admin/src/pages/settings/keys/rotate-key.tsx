import { NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ApiKey, CreatedApiKey } from '@spool/contracts';
import { useState } from 'react';
import { useRotateKey } from '../../../api/api-keys.js';
import { ActionButton } from '../../../components/action-button.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { ShownOnce } from '../../../components/shown-once.js';
import { tellFailure } from '../../../components/toasts.js';

const hourMs = 3_600_000;
const overlaps = [
  { value: String(24 * hourMs), label: 'for a day' },
  { value: String(7 * 24 * hourMs), label: 'for a week' },
  { value: String(hourMs), label: 'for an hour' },
  { value: '0', label: 'not at all' },
];

/** Gives a key another secret, after asking how long the old one goes on. */
export const RotateKey = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const [isAsking, asking] = useDisclosure(false);
  const [overlap, setOverlap] = useState(String(24 * hourMs));
  const [rotated, setRotated] = useState<CreatedApiKey | null>(null);
  const rotation = useRotateKey(apiKey.id);
  const rotate = () =>
    rotation.act(Number(overlap), {
      onSuccess: setRotated,
      onSettled: asking.close,
      tellFailure: (error) => tellFailure(`The key of ${apiKey.name} was not rotated`, error),
    });
  return (
    <>
      <ActionButton
        label="Rotate"
        name={`Rotate ${apiKey.name}`}
        variant="subtle"
        size="compact-xs"
        onAct={asking.open}
      />
      <ConfirmDialog
        title={`Give the key of ${apiKey.name} another secret?`}
        confirmLabel="Rotate key"
        isOpen={isAsking}
        isBusy={rotation.isPending}
        onConfirm={rotate}
        onClose={asking.close}
      >
        <NativeSelect
          label="The old secret still works"
          description="Long enough to hand the new one to whoever uses it; a key has two secrets at most."
          data={overlaps}
          value={overlap}
          onChange={(event) => setOverlap(event.currentTarget.value)}
        />
      </ConfirmDialog>
      {rotated !== null && (
        <ShownOnce
          title={`The new key of ${apiKey.name}`}
          label="API key"
          secret={rotated.key}
          onClose={() => setRotated(null)}
        />
      )}
    </>
  );
};

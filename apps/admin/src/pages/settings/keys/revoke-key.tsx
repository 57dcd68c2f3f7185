import { useDisclosure } from '@mantine/hooks';
import type { ApiKey } from '@spool/contracts';
import { useRevokeKey } from '../../../api/api-keys.js';
import { ActionButton } from '../../../components/action-button.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { tellDone, tellFailure } from '../../../components/toasts.js';

/** Revokes a key, after asking. */
export const RevokeKey = ({ apiKey }: { readonly apiKey: ApiKey }) => {
  const [isAsking, asking] = useDisclosure(false);
  const revocation = useRevokeKey(apiKey.id);
  const revoke = () =>
    revocation.act(undefined, {
      tell: () => tellDone(`Revoked the key of ${apiKey.name}`),
      tellFailure: (error) => tellFailure(`The key of ${apiKey.name} was not revoked`, error),
      onSettled: asking.close,
    });
  return (
    <>
      <ActionButton
        label="Revoke"
        name={`Revoke ${apiKey.name}`}
        variant="subtle"
        size="compact-xs"
        isGrave
        onAct={asking.open}
      />
      <ConfirmDialog
        title={`Revoke the key of ${apiKey.name}?`}
        confirmLabel="Revoke key"
        isOpen={isAsking}
        isBusy={revocation.isPending}
        onConfirm={revoke}
        onClose={asking.close}
      >
        Whoever uses it is refused within a second, on every replica. It cannot be brought back.
      </ConfirmDialog>
    </>
  );
};

import { useDisclosure } from '@mantine/hooks';
import type { Operator } from '@spool/contracts';
import { useState } from 'react';
import { useChangeOperator, useDeleteOperator, useOperators } from '../../../api/operators.js';
import { ActionButton } from '../../../components/action-button.js';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { ShownOnce } from '../../../components/shown-once.js';
import { tellDone, tellFailure } from '../../../components/toasts.js';
import { lastAdministratorRefusal } from './operator-words.js';
import { randomPassword } from './random-password.js';

interface OperatorProps {
  readonly operator: Operator;
}

const EnableAction = ({ operator, refusal }: OperatorProps & { readonly refusal: string | null }) => {
  const { username, enabled } = operator;
  const change = useChangeOperator(operator.id);
  return (
    <ActionButton
      label={enabled ? 'Disable' : 'Enable'}
      refusal={enabled ? refusal : null}
      isBusy={change.isPending}
      onAct={() =>
        change.act(
          { enabled: !enabled },
          {
            tell: () =>
              tellDone(enabled ? `${username} is signed out and may not sign in` : `${username} may sign in`),
            tellFailure: (error) => tellFailure(`${username} was not changed`, error),
          },
        )
      }
    />
  );
};

const ResetPassword = ({ operator }: OperatorProps) => {
  const { username } = operator;
  const [isAsking, asking] = useDisclosure(false);
  const [password, setPassword] = useState<string | null>(null);
  const change = useChangeOperator(operator.id);
  const reset = () => {
    const chosen = randomPassword();
    change.act(
      { password: chosen },
      {
        onSuccess: () => setPassword(chosen),
        onSettled: asking.close,
        tellFailure: (error) => tellFailure(`The password of ${username} was not reset`, error),
      },
    );
  };
  return (
    <>
      <ActionButton
        label="Reset password"
        refusal={operator.source === 'local' ? null : 'It has none here: it signs in with OpenID Connect.'}
        onAct={asking.open}
      />
      <ConfirmDialog
        title={`Reset the password of ${username}?`}
        confirmLabel="Reset password"
        isOpen={isAsking}
        isBusy={change.isPending}
        onConfirm={reset}
        onClose={asking.close}
      >
        A random one is made and shown once. Every session of {username} ends.
      </ConfirmDialog>
      {password !== null && (
        <ShownOnce
          title={`The new password of ${username}`}
          label="password"
          secret={password}
          onClose={() => setPassword(null)}
        />
      )}
    </>
  );
};

interface DeleteActionProps extends OperatorProps {
  readonly refusal: string | null;
  readonly onDeleted: () => void;
}

const DeleteAction = ({ operator, refusal, onDeleted }: DeleteActionProps) => {
  const { username, source } = operator;
  const [isAsking, asking] = useDisclosure(false);
  const deletion = useDeleteOperator(operator.id);
  const remove = () =>
    deletion.act(undefined, {
      onSuccess: onDeleted,
      onSettled: asking.close,
      tell: () => tellDone(`Deleted ${username}`),
      tellFailure: (error) => tellFailure(`${username} was not deleted`, error),
    });
  return (
    <>
      <ActionButton label="Delete" isGrave refusal={refusal} onAct={asking.open} />
      <ConfirmDialog
        title={`Delete ${username}?`}
        confirmLabel="Delete operator"
        isOpen={isAsking}
        isBusy={deletion.isPending}
        onConfirm={remove}
        onClose={asking.close}
      >
        {source === 'local'
          ? 'Every session ends. What was done under this name stays in the audit log.'
          : 'Every session ends. It comes back when it signs in again with a group that has a role: disable it to keep it out.'}
      </ConfirmDialog>
    </>
  );
};

/** What can be done with an operator; what cannot is disabled and says why. */
export const OperatorActions = ({
  operator,
  onDeleted,
}: OperatorProps & { readonly onDeleted: () => void }) => {
  const { rows, hasMore } = useOperators();
  const refusal = hasMore ? null : lastAdministratorRefusal(operator, rows);
  return (
    <div className="page-heading-actions">
      <EnableAction operator={operator} refusal={refusal} />
      <ResetPassword operator={operator} />
      <DeleteAction operator={operator} refusal={refusal} onDeleted={onDeleted} />
    </div>
  );
};

import { NativeSelect } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { role, type Operator } from '@spool/contracts';
import { useForm } from 'react-hook-form';
import { useChangeOperator } from '../../../api/operators.js';
import { FormFoot } from '../../../components/form-foot.js';
import { tellDone } from '../../../components/toasts.js';
import { QueuesInput } from '../queues-input.js';
import { rightsForm } from './operator-form.js';
import { roleWords } from './operator-words.js';
import '../../../queue/queue-form.css';

interface RightsFormProps {
  readonly operator: Operator;
  readonly onClose: () => void;
}

/** Changes what an operator may do. */
export const RightsForm = ({ operator, onClose }: RightsFormProps) => {
  const isLocal = operator.source === 'local';
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(rightsForm),
    defaultValues: { role: operator.role, queues: operator.queues.join(', ') },
    mode: 'onTouched',
  });
  const { errors } = formState;
  const change = useChangeOperator(operator.id);
  const submit = handleSubmit(({ role: chosen, queues }) =>
    change.act(isLocal ? { role: chosen, queues } : { queues }, {
      tell: () => tellDone(`Changed ${operator.username}`),
    }),
  );
  return (
    <form className="queue-form" aria-label="What it may do" onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label="Role"
        description={isLocal ? undefined : 'Its groups at the provider decide, at each sign-in'}
        disabled={!isLocal}
        data={role.options.map((value) => ({ value, label: roleWords[value] }))}
        {...register('role')}
      />
      <QueuesInput field={register('queues')} error={errors.queues} />
      <p className="dialog-text">Whoever may do less than before is signed out.</p>
      <FormFoot label="Save" isBusy={change.isPending} error={change.error} onClose={onClose} />
    </form>
  );
};

import { NativeSelect, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { role, type CreatedOperator } from '@spool/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCreateOperator, useOperators } from '../../../api/operators.js';
import { CreationPanel } from '../../../components/creation-panel.js';
import { QueuesInput } from '../queues-input.js';
import { firstOperatorFields, operatorForm } from './operator-form.js';
import { roleWords } from './operator-words.js';

/** Makes an operator with a random password, and shows that once. */
export const CreateOperatorPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const [created, setCreated] = useState<CreatedOperator | null>(null);
  const { readAnew } = useOperators();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(operatorForm),
    defaultValues: firstOperatorFields,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const create = useCreateOperator();
  const submit = handleSubmit((operator) => create.act(operator, { onSuccess: setCreated }));
  const made =
    created?.password === undefined
      ? null
      : { title: `The password of ${created.username}`, label: 'password', secret: created.password };
  return (
    <CreationPanel
      title="Create an operator"
      submitLabel="Create operator"
      isBusy={create.isPending}
      error={create.error}
      made={made}
      onSubmit={(event) => void submit(event)}
      onSeen={readAnew}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="With which the operator signs in"
        autoComplete="off"
        {...register('username')}
        error={errors.username?.message}
      />
      <NativeSelect
        label="Role"
        data={role.options.map((value) => ({ value, label: roleWords[value] }))}
        {...register('role')}
      />
      <QueuesInput field={register('queues')} error={errors.queues} />
      <p className="dialog-text">A random password is made and shown once; the operator can change it.</p>
    </CreationPanel>
  );
};

import { NativeSelect, TextInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { role, type CreatedOperator } from '@spool/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCreateOperator, useOperators } from '../../../api/operators.js';
import { FormFoot } from '../../../components/form-foot.js';
import { ShownOnce } from '../../../components/shown-once.js';
import { SidePanel } from '../../../components/side-panel.js';
import { firstOperatorFields, operatorForm } from './operator-form.js';
import { roleWords } from './operator-words.js';
import '../../../queue/queue-form.css';

/** Makes an operator with a random password, and shows that once. */
export const CreateOperatorPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const [created, setCreated] = useState<CreatedOperator | null>(null);
  const { showNew } = useOperators();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(operatorForm),
    defaultValues: firstOperatorFields,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const create = useCreateOperator();
  const submit = handleSubmit((operator) => create.act(operator, { onSuccess: setCreated }));
  if (created?.password !== undefined) {
    const close = () => {
      onClose();
      showNew();
    };
    const title = `The password of ${created.username}`;
    return <ShownOnce title={title} label="password" secret={created.password} onClose={close} />;
  }
  return (
    <SidePanel label="Create an operator" title="Create an operator" onClose={onClose}>
      <form className="queue-form" onSubmit={(event) => void submit(event)}>
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
        <TextInput
          label="Queues"
          description="Names or patterns such as shop-*, separated by commas"
          autoComplete="off"
          {...register('queues')}
          error={errors.queues?.message}
        />
        <p className="dialog-text">A random password is made and shown once; the operator can change it.</p>
        <FormFoot label="Create operator" isBusy={create.isPending} error={create.error} onClose={onClose} />
      </form>
    </SidePanel>
  );
};

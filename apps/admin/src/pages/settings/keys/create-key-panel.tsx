import { Checkbox, TextInput } from '@mantine/core';
import { permission, type CreatedApiKey, type Permission } from '@spool/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useApiKeys, useCreateKey } from '../../../api/api-keys.js';
import { CreationPanel } from '../../../components/creation-panel.js';
import { QueuesInput } from '../queues-input.js';
import { firstKeyFields, keyForm } from './key-form.js';

const scopeWords: Record<Permission, string> = {
  enqueue: 'enqueue: put tasks in',
  work: 'work: take tasks and settle them',
  read: 'read: look at everything',
  operate: 'operate: pause, restart, delete',
  admin: 'admin: configure queues and keys',
};

/** Makes an API key, and shows it once. */
export const CreateKeyPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const { readAnew } = useApiKeys();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(keyForm),
    defaultValues: firstKeyFields,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const create = useCreateKey();
  const submit = handleSubmit((key) => create.act(key, { onSuccess: setCreated }));
  const made =
    created === null ? null : { title: `The key of ${created.name}`, label: 'API key', secret: created.key };
  return (
    <CreationPanel
      title="Create an API key"
      submitLabel="Create key"
      isBusy={create.isPending}
      error={create.error}
      made={made}
      onSubmit={(event) => void submit(event)}
      onSeen={readAnew}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For people: which service has it"
        autoComplete="off"
        {...register('name')}
        error={errors.name?.message}
      />
      <fieldset className="form-part">
        <legend>What it may do</legend>
        <div className="choices">
          {permission.options.map((scope) => (
            <Checkbox key={scope} label={scopeWords[scope]} value={scope} {...register('scopes')} />
          ))}
        </div>
        {errors.scopes !== undefined && <p className="form-failure">Choose at least one.</p>}
      </fieldset>
      <QueuesInput field={register('queues')} error={errors.queues} />
      <TextInput
        label="Expires"
        description="Local time; empty for never"
        type="datetime-local"
        {...register('expiresAt')}
        error={errors.expiresAt?.message}
      />
    </CreationPanel>
  );
};

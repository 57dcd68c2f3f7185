import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { permission, type CreatedApiKey, type Permission } from '@spool/contracts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useCreateKey } from '../../api/api-keys.js';
import { wordProblem } from '../../components/problem-notice.js';
import { SidePanel } from '../../components/side-panel.js';
import { firstKeyFields, keyForm } from './key-form.js';
import '../../queue/queue-form.css';

const scopeWords: Record<Permission, string> = {
  enqueue: 'enqueue: put tasks in',
  work: 'work: take tasks and settle them',
  read: 'read: look at everything',
  operate: 'operate: pause, restart, delete',
  admin: 'admin: configure queues and keys',
};

interface CreateKeyPanelProps {
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedApiKey) => void;
}

/** Makes an API key. */
export const CreateKeyPanel = ({ onClose, onCreated }: CreateKeyPanelProps) => {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(keyForm),
    defaultValues: firstKeyFields,
    mode: 'onTouched',
  });
  const { errors } = formState;
  const create = useCreateKey();
  const submit = handleSubmit((key) => create.act(key, { onSuccess: onCreated }));
  return (
    <SidePanel label="Create an API key" title="Create an API key" onClose={onClose}>
      <form className="queue-form" onSubmit={(event) => void submit(event)}>
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
        <TextInput
          label="Queues"
          description="Names or patterns such as shop-*, separated by commas"
          autoComplete="off"
          {...register('queues')}
          error={errors.queues?.message}
        />
        <TextInput
          label="Expires"
          description="Local time; empty for never"
          type="datetime-local"
          {...register('expiresAt')}
          error={errors.expiresAt?.message}
        />
        <div className="form-foot">
          {create.error !== null && (
            <p className="form-failure" role="alert">
              {wordProblem(create.error)}
            </p>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create key
            </Button>
          </Group>
        </div>
      </form>
    </SidePanel>
  );
};

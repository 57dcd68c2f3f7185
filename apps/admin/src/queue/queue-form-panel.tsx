import { TextInput } from '@mantine/core';
import { queueName, type Queue } from '@spool/contracts';
import { SpoolProblem } from '@spool/client';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { FormProvider, useForm, type FieldPath } from 'react-hook-form';
import { useConfigureQueue, useCreateQueue } from '../api/queues.js';
import { FormFoot } from '../components/form-foot.js';
import { wordProblem } from '../components/problem-notice.js';
import { SidePanel } from '../components/side-panel.js';
import { tellDone } from '../components/toasts.js';
import {
  configurationForm,
  defaultFields,
  fieldsOf,
  type ConfigurationFields,
} from './configuration-form.js';
import { ConfigurationInputs } from './configuration-inputs.js';
import './queue-form.css';

const useConfigurationForm = (values: ConfigurationFields) =>
  useForm({ resolver: zodResolver(configurationForm), defaultValues: values, mode: 'onTouched' });

const wordRefusal = (error: Error): string =>
  error instanceof SpoolProblem && error.code === 'precondition_failed'
    ? 'It was changed by somebody else meanwhile. Close this form and open it again to see how.'
    : wordProblem(error);

/** The server's word on a field goes to that field. */
const fieldErrorsOf = (error: Error) =>
  error instanceof SpoolProblem
    ? error.errors.map(({ path, message }) => ({
        name: path.slice(1).replaceAll('/', '.') as FieldPath<ConfigurationFields>,
        message,
      }))
    : [];

/** Changes a queue's configuration; refused when somebody else was faster. */
export const ConfigurePanel = ({
  queue,
  onClose,
}: {
  readonly queue: Queue;
  readonly onClose: () => void;
}) => {
  const form = useConfigurationForm(fieldsOf(queue));
  const [version] = useState(queue.version);
  const configure = useConfigureQueue(queue.name, version);
  const submit = form.handleSubmit((configuration) =>
    configure.act(configuration, {
      onSuccess: onClose,
      tell: () => tellDone(`Changed ${queue.name}`),
      onError: (error) =>
        fieldErrorsOf(error).forEach(({ name, message }) => form.setError(name, { message })),
    }),
  );
  return (
    <SidePanel label={`Configuration of ${queue.name}`} title="Configuration" onClose={onClose}>
      <form className="queue-form" onSubmit={(event) => void submit(event)}>
        <FormProvider {...form}>
          <ConfigurationInputs />
        </FormProvider>
        <FormFoot
          label="Save"
          isBusy={configure.isPending}
          error={configure.error}
          wordError={wordRefusal}
          onClose={onClose}
        />
      </form>
    </SidePanel>
  );
};

interface CreatePanelProps {
  readonly onClose: () => void;
  readonly onCreated: (name: string) => void;
}

/** Creates a queue. */
export const CreatePanel = ({ onClose, onCreated }: CreatePanelProps) => {
  const form = useConfigurationForm(defaultFields());
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const [name, setName] = useState('');
  const [isNameTouched, setNameTouched] = useState(false);
  const create = useCreateQueue();
  const named = queueName.safeParse(name);
  const submit = form.handleSubmit((configuration) => {
    setNameTouched(true);
    if (!named.success) return;
    create.act(
      { name: named.data, configuration },
      { onSuccess: () => onCreated(name), tell: () => tellDone(`Created ${name}`) },
    );
  });
  return (
    <SidePanel label="Create a queue" title="Create a queue" onClose={onClose}>
      <form className="queue-form" onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Name"
          ref={nameField}
          autoComplete="off"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onBlur={() => setNameTouched(name !== '')}
          error={isNameTouched && !named.success ? named.error.issues[0]?.message : undefined}
        />
        <FormProvider {...form}>
          <ConfigurationInputs />
        </FormProvider>
        <FormFoot label="Create queue" isBusy={create.isPending} error={create.error} onClose={onClose} />
      </form>
    </SidePanel>
  );
};

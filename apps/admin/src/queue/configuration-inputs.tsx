import { NativeSelect, SimpleGrid, TextInput, Textarea } from '@mantine/core';
import { useFormContext, useWatch } from 'react-hook-form';
import { useQueueNames } from '../api/queues.js';
import type { ConfigurationFields } from './configuration-form.js';

const useFields = () => {
  const { register, control, formState } = useFormContext<ConfigurationFields>();
  return { register, control, errors: formState.errors };
};

const Retries = () => {
  const { register, control, errors } = useFields();
  const type = useWatch({ control, name: 'backoff.type' });
  return (
    <fieldset className="form-part">
      <legend>Retries</legend>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="Attempts"
          description="Before a task is dead"
          {...register('maxAttempts')}
          error={errors.maxAttempts?.message}
        />
        <NativeSelect
          label="Backoff"
          description="How the wait grows"
          data={['exponential', 'fixed']}
          {...register('backoff.type')}
          error={errors.backoff?.type?.message}
        />
        <TextInput
          label={type === 'fixed' ? 'Wait' : 'First wait'}
          {...register('backoff.initialMs')}
          error={errors.backoff?.initialMs?.message}
        />
        <TextInput
          label="Longest wait"
          {...register('backoff.maxMs')}
          error={errors.backoff?.maxMs?.message}
        />
        <TextInput label="Factor" {...register('backoff.factor')} error={errors.backoff?.factor?.message} />
        <TextInput
          label="Jitter"
          description="Random part of a wait, 0 to 1"
          {...register('backoff.jitter')}
          error={errors.backoff?.jitter?.message}
        />
      </SimpleGrid>
    </fieldset>
  );
};

const Leases = () => {
  const { register, errors } = useFields();
  return (
    <fieldset className="form-part">
      <legend>Leases</legend>
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label="Keepalive timeout"
          description="Silence after which a lease lapses"
          {...register('keepaliveTimeoutMs')}
          error={errors.keepaliveTimeoutMs?.message}
        />
        <TextInput
          label="Longest run"
          description="0 s for no limit"
          {...register('maxRunMs')}
          error={errors.maxRunMs?.message}
        />
      </SimpleGrid>
    </fieldset>
  );
};

const Ends = () => {
  const { register, control, errors } = useFields();
  const mode = useWatch({ control, name: 'deadLetter.mode' });
  return (
    <fieldset className="form-part">
      <legend>What becomes of tasks</legend>
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect
          label="Dead tasks are"
          data={[
            { value: 'retain', label: 'kept in the DLQ' },
            { value: 'forward', label: 'forwarded to a queue' },
            { value: 'discard', label: 'discarded' },
          ]}
          {...register('deadLetter.mode')}
          error={errors.deadLetter?.mode?.message}
        />
        <NativeSelect
          label="Forwarded to"
          disabled={mode !== 'forward'}
          data={['', ...useQueueNames()]}
          {...register('deadLetter.queue')}
          error={errors.deadLetter?.queue?.message}
        />
        <TextInput
          label="Completed tasks are kept"
          {...register('retention.completedMs')}
          error={errors.retention?.completedMs?.message}
        />
        <TextInput
          label="Dead tasks are kept"
          {...register('retention.deadMs')}
          error={errors.retention?.deadMs?.message}
        />
      </SimpleGrid>
    </fieldset>
  );
};

const Order = () => {
  const { register, errors } = useFields();
  return (
    <fieldset className="form-part">
      <legend>Order and threads</legend>
      <SimpleGrid cols={2} spacing="sm">
        <NativeSelect
          label="Order"
          data={[
            { value: 'scheduled', label: 'earliest first' },
            { value: 'fair', label: 'fair: one turn a thread' },
          ]}
          {...register('ordering')}
          error={errors.ordering?.message}
        />
        <NativeSelect
          label="Thread ids name threads of"
          data={[
            { value: 'installation', label: 'the whole installation' },
            { value: 'queue', label: 'this queue alone' },
          ]}
          {...register('threadScope')}
          error={errors.threadScope?.message}
        />
        <TextInput
          label="Dedup window"
          description="How long a dedupKey is remembered"
          {...register('dedupWindowMs')}
          error={errors.dedupWindowMs?.message}
        />
      </SimpleGrid>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        {...register('description')}
        error={errors.description?.message}
      />
    </fieldset>
  );
};

/** Every setting of a queue, in groups; stands inside its form. */
export const ConfigurationInputs = () => (
  <>
    <Retries />
    <Leases />
    <Ends />
    <Order />
  </>
);

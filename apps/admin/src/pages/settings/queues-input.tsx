import { TextInput } from '@mantine/core';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';

interface QueuesInputProps {
  readonly field: UseFormRegisterReturn;
  readonly error: FieldError | undefined;
}

/** Which queues somebody covers. */
export const QueuesInput = ({ field, error }: QueuesInputProps) => (
  <TextInput
    label="Queues"
    description="Names or patterns such as shop-*, separated by commas"
    autoComplete="off"
    {...field}
    error={error?.message}
  />
);

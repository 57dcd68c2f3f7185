import { Button, PasswordInput } from '@mantine/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { SpoolProblem } from '@spool/client';
import { useForm } from 'react-hook-form';
import { useChangePassword } from '../../../api/own-account.js';
import { wordProblem } from '../../../components/problem-notice.js';
import { tellDone } from '../../../components/toasts.js';
import { passwordForm } from './password-form.js';
import './account.css';

const empty = { currentPassword: '', newPassword: '', again: '' };

const isWrongPassword = (error: Error): boolean =>
  error instanceof SpoolProblem && error.errors.some(({ path }) => path === '/currentPassword');

/** Changes one's own password. */
export const ChangePassword = () => {
  const form = useForm({ resolver: zodResolver(passwordForm), defaultValues: empty, mode: 'onTouched' });
  const { errors } = form.formState;
  const change = useChangePassword();
  const submit = form.handleSubmit((given) =>
    change.act(given, {
      onSuccess: () => form.reset(empty),
      onError: (error) => {
        if (isWrongPassword(error))
          form.setError('currentPassword', { message: 'This is not your password.' });
      },
      tell: () => tellDone('Your password is changed; your other sessions have ended'),
    }),
  );
  const { error } = change;
  return (
    <form
      className="password-form"
      aria-label="Change your password"
      onSubmit={(event) => void submit(event)}
    >
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        {...form.register('currentPassword')}
        error={errors.currentPassword?.message}
      />
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        {...form.register('newPassword')}
        error={errors.newPassword?.message}
      />
      <PasswordInput
        label="New password again"
        autoComplete="new-password"
        {...form.register('again')}
        error={errors.again?.message}
      />
      {error !== null && !isWrongPassword(error) && (
        <p className="form-failure" role="alert">
          {wordProblem(error)}
        </p>
      )}
      <Button type="submit" variant="default" size="xs" loading={change.isPending}>
        Change password
      </Button>
    </form>
  );
};

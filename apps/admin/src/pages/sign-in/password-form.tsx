import { Button, PasswordInput, TextInput } from '@mantine/core';
import { SpoolProblem } from '@spool/client';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSignIn } from '../../api/sign-in.js';
import { wordProblem } from '../../components/problem-notice.js';

const wordFailure = (error: Error): string =>
  error instanceof SpoolProblem && error.code === 'unauthenticated'
    ? 'The name or the password is wrong.'
    : wordProblem(error);

/** Signs in with a local account. */
export const PasswordForm = ({ from = '/' }: { readonly from?: string | undefined }) => {
  const router = useRouter();
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const passwordField = useRef<HTMLInputElement>(null);
  return (
    <form
      className="sign-in-password"
      onSubmit={(event) => {
        event.preventDefault();
        signIn.act(
          { username, password },
          {
            onSuccess: () => router.history.push(from),
            // The button was disabled meanwhile and has lost the focus: typing goes on where it is needed.
            onError: () => passwordField.current?.select(),
          },
        );
      }}
    >
      <TextInput
        label="Username"
        size="sm"
        autoComplete="username"
        required
        withAsterisk={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {signIn.error !== null && (
        <p className="sign-in-failure" role="alert">
          {wordFailure(signIn.error)}
        </p>
      )}
      <Button type="submit" size="sm" fullWidth loading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
};

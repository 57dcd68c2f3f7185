import { Button, PasswordInput, TextInput } from '@mantine/core';
import { SpoolProblem } from '@spool/client';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSignIn } from '../../api/session.js';
import { wordProblem } from '../../components/problem-notice.js';
import './sign-in.css';

const route = getRouteApi('/sign-in');

const wordFailure = (error: Error): string =>
  error instanceof SpoolProblem && error.code === 'unauthenticated'
    ? 'The name or the password is wrong.'
    : wordProblem(error);

/** The form to sign in. */
export const SignInPage = () => {
  const { from } = route.useSearch();
  const router = useRouter();
  const signIn = useSignIn();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Spool';
  }, []);
  return (
    <main className="sign-in">
      <form
        className="sign-in-form"
        onSubmit={(event) => {
          event.preventDefault();
          signIn.mutate({ username, password }, { onSuccess: () => router.history.push(from ?? '/') });
        }}
      >
        <img src="/icon.svg" alt="" width="32" height="32" />
        <h1>Sign in to Spool</h1>
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
    </main>
  );
};

import { Button } from '@mantine/core';
import type { SignInWays } from '@spool/contracts';
import { useEffect } from 'react';
import { useSignInAtProvider } from '../../api/sign-in.js';
import { wordProblem } from '../../components/problem-notice.js';
import { PasswordForm } from './password-form.js';
import './sign-in.css';

interface SignInFormProps {
  readonly ways: SignInWays;
  /** The page of the console to go to then; its first page otherwise. */
  readonly from?: string | undefined;
  /** Why the sign-in at the identity provider that has just been tried came to nothing. */
  readonly failure?: Error;
}

/** Every way there is to sign in. */
export const SignInForm = ({ ways: { local, provider }, from, failure }: SignInFormProps) => {
  const atProvider = useSignInAtProvider();
  useEffect(() => {
    document.title = 'Sign in · Spool';
  }, []);
  const trouble = atProvider.error ?? (atProvider.isIdle ? failure : undefined);
  return (
    <main className="sign-in">
      <div className="sign-in-form">
        <img src="/icon.svg" alt="" width="32" height="32" />
        <h1>Sign in to Spool</h1>
        {trouble !== undefined && (
          <p className="sign-in-failure" role="alert">
            {wordProblem(trouble)}
          </p>
        )}
        {provider !== null && (
          <Button
            size="sm"
            fullWidth
            variant={local ? 'default' : 'filled'}
            loading={atProvider.isPending}
            onClick={() => atProvider.act(from)}
          >
            Sign in with {provider.name}
          </Button>
        )}
        {local && <PasswordForm from={from} />}
      </div>
    </main>
  );
};

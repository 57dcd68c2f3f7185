import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SignInForm } from './sign-in-form.js';

const route = getRouteApi('/sign-in/answer');

/** Goes on to the page that was asked for, or says why nobody is signed in. */
export const ProviderAnswerPage = () => {
  const outcome = route.useLoaderData();
  const router = useRouter();
  const from = 'from' in outcome ? outcome.from : null;
  useEffect(() => {
    if (from !== null) router.history.replace(from);
  }, [router, from]);
  return 'failure' in outcome ? <SignInForm ways={outcome.ways} failure={outcome.failure} /> : null;
};

import { getRouteApi } from '@tanstack/react-router';
import { SignInForm } from './sign-in-form.js';

const route = getRouteApi('/sign-in');

/** Asks who it is. */
export const SignInPage = () => {
  const { from } = route.useSearch();
  return <SignInForm ways={route.useLoaderData()} from={from} />;
};

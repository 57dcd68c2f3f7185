import type { SignInWays } from '@spool/contracts';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { client } from './client.js';
import { sessionQuery } from './session.js';
import { useAction } from './use-action.js';

/** The ways when the service does not tell: the form says what is wrong. */
const passwordAlone: SignInWays = { local: true, provider: null };

/** Which ways there are to sign in. */
export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  queryFn: ({ signal }) => client.session.ways({ signal }).catch(() => passwordAlone),
  staleTime: 0,
  meta: { isLive: false },
});

/** Signs in with a password and remembers who it is. */
export const useSignIn = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (credentials: { readonly username: string; readonly password: string }) =>
      client.session.signIn(credentials),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery.queryKey, session),
  });
};

/** Leaves this page for the identity provider's. */
export const useSignInAtProvider = () =>
  useAction({
    mutationFn: (from: string | undefined) => client.session.beginAtProvider({ from }),
    onSuccess: ({ address }) => globalThis.location.assign(address),
  });

/** What became of a sign-in at the identity provider: where to go, or why there is none. */
export type ProviderOutcome = { readonly from: string } | { readonly failure: Error };

/** Signs in with the identity provider's answer and remembers who it is. */
export const finishAtProvider = async (queryClient: QueryClient, query: string): Promise<ProviderOutcome> => {
  try {
    const { session, from } = await client.session.finishAtProvider({ query });
    queryClient.setQueryData(sessionQuery.queryKey, session);
    return { from };
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  }
};

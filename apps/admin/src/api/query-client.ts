import { QueryCache, QueryClient, MutationCache } from '@tanstack/react-query';
import { SpoolProblem } from '@spool/client';

/** Whether an error says that nobody is signed in. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof SpoolProblem && error.code === 'unauthenticated';

/** Makes the cache of answers; `onSignedOut` is told when any call finds the session gone. */
export const createQueryClient = (onSignedOut: () => void): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 1_000, refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
};

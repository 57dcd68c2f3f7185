import type { Permission, Session } from '@spool/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from './client.js';
import { useAction } from './use-action.js';

const sessionMinuteMs = 60_000;

/** Who is signed in; rejects with `unauthenticated` when nobody is. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => client.session.get({ signal }),
  staleTime: sessionMinuteMs,
  meta: { isLive: false },
});

/** Who is signed in. */
export const useSession = () => useQuery(sessionQuery);

/** Whether the operator holds a permission; the server decides again on every call. */
const useMay = (permission: Permission): boolean =>
  useSession().data?.permissions.includes(permission) ?? false;

/** Why the operator may not do what needs a permission; null when it may. */
export const useRefusal = (permission: Permission): string | null =>
  useMay(permission) ? null : `This needs the permission “${permission}”.`;

const signOutHere = async (): Promise<null> => {
  await client.session.signOut();
  return null;
};

/** Signs out and forgets everything that was read; tells where to sign out at the identity provider, if anywhere. */
export const useSignOut = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: async (source: Session['source'] | undefined) =>
      source === 'oidc' ? (await client.session.signOutAtProvider()).address : await signOutHere(),
    onSuccess: () => queryClient.clear(),
  });
};

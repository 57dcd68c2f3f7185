import type { OwnSession } from '@spool/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

const idOf = ({ id }: OwnSession): string => id;

/** One's own sessions, newest first. */
export const useOwnSessions = () =>
  useLiveList({
    queryKey: ['own-sessions'],
    fetchPage: (cursor, signal) => client.sessions.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** Ends one of one's own sessions. */
export const useEndSession = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.sessions.delete(id),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Changes one's own password. */
export const useChangePassword = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (change: Parameters<typeof client.session.changePassword>[0]) =>
      client.session.changePassword(change),
    onSettled: () => refreshAll(queryClient),
  });
};

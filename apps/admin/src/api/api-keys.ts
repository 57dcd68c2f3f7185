import type { ApiKey } from '@spool/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

const idOf = ({ id }: ApiKey): string => id;

/** A key as its form asks for it. */
export type NewKey = Parameters<typeof client.apiKeys.create>[0];

/** API keys, without their secrets. */
export const useApiKeys = () =>
  useLiveList({
    queryKey: ['api-keys'],
    fetchPage: (cursor, signal) => client.apiKeys.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** Makes a key. */
export const useCreateKey = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (key: NewKey) => client.apiKeys.create(key),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Gives a key another secret; the old one works for so many milliseconds more. */
export const useRotateKey = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (overlapMs: number) => client.apiKeys.rotate(id, { overlapMs }),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Revokes a key. */
export const useRevokeKey = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.apiKeys.delete(id),
    onSettled: () => refreshAll(queryClient),
  });
};

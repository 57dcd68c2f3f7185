import type { Queue, QueueConfiguration } from '@spool/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

const mostQueues = 200;

const allQueuesQuery = queryOptions({
  queryKey: ['queues', 'all'],
  queryFn: ({ signal }) => client.queues.list({ limit: mostQueues }, { signal }),
});

const queueQuery = (name: string) =>
  queryOptions({
    queryKey: ['queues', 'detail', name],
    queryFn: ({ signal }) => client.queues.get(name, { signal }),
  });

const nameOf = ({ name }: Queue): string => name;

/** Queues with their counts, as a list to be followed. */
export const useQueueList = () =>
  useLiveList({
    queryKey: ['queues', 'list'],
    fetchPage: (cursor, signal) => client.queues.list({ limit: pageSize, cursor }, { signal }),
    keyOf: nameOf,
  });

/** A queue with its configuration and counts. */
export const useQueue = (name: string) => useQuery(queueQuery(name));

/** The first two hundred queues with their counts. */
export const useAllQueues = () => useQuery(allQueuesQuery);

/** The names of the first two hundred queues. */
export const useQueueNames = (): readonly string[] => useAllQueues().data?.items.map(nameOf) ?? [];

/** How many tasks are dead, over the first two hundred queues. */
export const useDeadCount = (): number =>
  useAllQueues().data?.items.reduce((sum, { counts }) => sum + counts.dead, 0) ?? 0;

/** Replaces a queue's configuration, if it still is of this version. */
export const useConfigureQueue = (queue: string, onlyVersion: number) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (configuration: QueueConfiguration) =>
      client.queues.put(queue, configuration, { condition: { onlyVersion } }),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Creates a queue, if there is none of that name. */
export const useCreateQueue = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (given: { readonly name: string; readonly configuration: QueueConfiguration }) =>
      client.queues.put(given.name, given.configuration, { condition: { onlyCreate: true } }),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Deletes a queue that has no tasks. */
export const useDeleteQueue = (queue: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.queues.delete(queue),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Holds a queue, or lets it go on. */
export const usePause = (queue: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (change: { readonly paused: boolean; readonly reason?: string }) =>
      change.paused
        ? client.queues.pause(queue, change.reason === undefined ? {} : { reason: change.reason })
        : client.queues.resume(queue),
    onSettled: () => refreshAll(queryClient),
  });
};

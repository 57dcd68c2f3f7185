import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from './client.js';
import { paged, refreshAll } from './refresh.js';

const mostQueuesPerPage = 200;

const queuesQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['queues'],
  queryFn: ({ pageParam, signal }) =>
    client.queues.list({ limit: mostQueuesPerPage, cursor: pageParam }, { signal }),
});

/** Queues with their counts. */
export const useQueues = () => useInfiniteQuery(queuesQuery);

/** Holds a queue, or lets it go on. */
export const usePause = (queue: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (change: { readonly paused: boolean; readonly reason?: string }) =>
      change.paused
        ? client.queues.pause(queue, change.reason === undefined ? {} : { reason: change.reason })
        : client.queues.resume(queue),
    onSettled: () => refreshAll(queryClient),
  });
};

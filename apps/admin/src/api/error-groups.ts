import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.js';

const errorGroupsQuery = (queue: string | undefined, limit: number) =>
  queryOptions({
    queryKey: ['dead-tasks', 'groups', queue, limit],
    queryFn: ({ signal }) => client.deadTasks.groups({ queue, limit }, { signal }),
  });

/** Dead tasks by what went wrong, in one queue or all. */
export const useErrorGroups = ({ queue, limit }: { readonly queue?: string; readonly limit: number }) =>
  useQuery(errorGroupsQuery(queue, limit));

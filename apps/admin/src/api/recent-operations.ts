import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.js';

const recentOperationsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['operations', 'recent', limit],
    queryFn: ({ signal }) => client.operations.list({ limit }, { signal }),
  });

/** The latest bulk operations. */
export const useRecentOperations = (limit: number) => useQuery(recentOperationsQuery(limit));

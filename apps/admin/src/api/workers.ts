import type { Worker } from '@spool/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';

const mostWorkers = 200;

const allWorkersQuery = queryOptions({
  queryKey: ['workers', 'all'],
  queryFn: ({ signal }) => client.workers.list({ limit: mostWorkers }, { signal }),
});

const idOf = ({ workerId }: Worker): string => workerId;

/** Workers seen in the last minutes, as a list to be followed. */
export const useWorkerList = () =>
  useLiveList({
    queryKey: ['workers', 'list'],
    fetchPage: (cursor, signal) => client.workers.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** The first two hundred workers seen in the last minutes. */
export const useAllWorkers = () => useQuery(allWorkersQuery);

/** The names of the first two hundred workers. */
export const useWorkerNames = (): readonly string[] => useAllWorkers().data?.items.map(idOf) ?? [];

import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from './client.js';

/** A step lasts a minute: reading more often than this tells little that is new. */
const freshMs = 10_000;

const statisticsQuery = (queue: string | undefined) =>
  queryOptions({
    queryKey: ['statistics', queue],
    queryFn: ({ signal }) => client.statistics.get({ queue }, { signal }),
    refetchInterval: freshMs,
    meta: { isLive: false },
  });

/** Rates and latencies of the last hour, of one queue or of all. */
export const useStatistics = (queue?: string) => useQuery(statisticsQuery(queue));

import type { Worker } from '@spool/contracts';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';

const idOf = ({ workerId }: Worker): string => workerId;

/** Workers seen in the last minutes. */
export const useWorkerList = () =>
  useLiveList({
    queryKey: ['workers', 'list'],
    fetchPage: (cursor, signal) => client.workers.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

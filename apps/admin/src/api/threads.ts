import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { client } from './client.js';
import { paged, pageSize, refreshed } from './refresh.js';

/** Which threads a list shows. */
export interface ThreadFilter {
  readonly queue: string | undefined;
  readonly prefix: string | undefined;
  readonly sort: 'oldest' | 'size';
}

/** Names one thread; `queue` where that queue has threads of its own. */
export interface ThreadName {
  readonly threadId: string;
  readonly queue: string | undefined;
}

const threadsQuery = (filter: ThreadFilter) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['threads', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      client.threads.list({ ...filter, limit: pageSize, cursor: pageParam }, { signal }),
  });

const threadQuery = ({ threadId, queue }: ThreadName) =>
  queryOptions({
    ...refreshed,
    queryKey: ['threads', 'detail', threadId, queue],
    queryFn: ({ signal }) => client.threads.get(threadId, { queue }, { signal }),
  });

const membersQuery = ({ threadId, queue }: ThreadName) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['threads', 'members', threadId, queue],
    queryFn: ({ pageParam, signal }) =>
      client.threads.members(threadId, { queue, limit: pageSize, cursor: pageParam }, { signal }),
  });

/** Threads, by age or size. */
export const useThreads = (filter: ThreadFilter) => useInfiniteQuery(threadsQuery(filter));

/** A thread: who runs and who is next. */
export const useThread = (name: ThreadName) => useQuery(threadQuery(name));

/** A thread's line, in running order. */
export const useMembers = (name: ThreadName) => useInfiniteQuery(membersQuery(name));

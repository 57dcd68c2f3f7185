import {
  limits,
  type DeadTask,
  type ThreadMember,
  type ThreadRun,
  type ThreadSummary,
} from '@spool/contracts';
import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';

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

const threadQuery = ({ threadId, queue }: ThreadName) =>
  queryOptions({
    queryKey: ['threads', 'detail', threadId, queue],
    queryFn: ({ signal }) => client.threads.get(threadId, { queue }, { signal }),
  });

const keyOfThread = ({ queue, threadId }: ThreadSummary): string => `${queue ?? ''} ${threadId}`;

/** A member with its place in the line: one in a queue that may not be read has nothing else to be known by. */
export interface PlacedMember {
  readonly member: ThreadMember;
  readonly key: string;
}

const keyOfMember = ({ key }: PlacedMember): string => key;

/** Threads, by age or size. */
export const useThreads = (filter: ThreadFilter) =>
  useLiveList({
    queryKey: ['threads', 'list', filter],
    fetchPage: (cursor, signal) => client.threads.list({ ...filter, limit: pageSize, cursor }, { signal }),
    keyOf: keyOfThread,
  });

const oldestThreadsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['threads', 'oldest', limit],
    queryFn: ({ signal }) => client.threads.list({ sort: 'oldest', limit }, { signal }),
  });

/** The threads that have existed for longest. */
export const useOldestThreads = (limit: number) => useQuery(oldestThreadsQuery(limit));

/** A thread: who runs and who is next. */
export const useThread = (name: ThreadName) => useQuery(threadQuery(name));

/** A thread's line, in running order. */
export const useMembers = ({ threadId, queue }: ThreadName) =>
  useLiveList({
    queryKey: ['threads', 'members', threadId, queue],
    fetchPage: async (cursor, signal) => {
      const page = await client.threads.members(threadId, { queue, limit: pageSize, cursor }, { signal });
      const items = page.items.map((member, index): PlacedMember => ({
        member,
        key: 'hidden' in member ? `hidden ${cursor ?? ''} ${index}` : member.id,
      }));
      return { ...page, items };
    },
    keyOf: keyOfMember,
  });

const isOfScope = (queue: string | undefined) => (task: DeadTask) =>
  queue === undefined || task.queue === queue;

/** The newest dead tasks of a thread. */
export const useDeadOfThread = ({ threadId, queue }: ThreadName, isWanted: boolean) =>
  useQuery({
    queryKey: ['threads', 'dead', threadId, queue],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const { items } = await client.deadTasks.list({ threadId, limit: pageSize }, { signal });
      return items.filter(isOfScope(queue));
    },
  });

const keyOfRun = ({ taskId, attempt }: ThreadRun): string => `${taskId}/${attempt}`;

/** The newest runs as they are now, before those that were loaded earlier. */
const joinRuns = (now: readonly ThreadRun[], loaded: readonly ThreadRun[]): ThreadRun[] => {
  const known = new Set(now.map(keyOfRun));
  return [...now, ...loaded.filter((run) => run.endedAt !== null && !known.has(keyOfRun(run)))];
};

/** Who ran when in a thread: its newest runs are kept current, older ones are loaded a page at a time. */
export const useHistory = ({ threadId, queue }: ThreadName) => {
  const queryKey = ['threads', 'history', threadId, queue];
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      client.threads.history(threadId, { queue, limit: limits.listItems, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: Infinity,
    meta: { isLive: false },
  });
  const now = useQuery({
    queryKey: [...queryKey, 'now'],
    enabled: pages.data !== undefined,
    queryFn: ({ signal }) => client.threads.history(threadId, { queue, limit: limits.listItems }, { signal }),
  });
  const runs = useMemo(
    () => joinRuns(now.data?.items ?? [], pages.data?.pages.flatMap(({ items }) => items) ?? []),
    [now.data, pages.data],
  );
  return { pages, runs, lookedBackTo: pages.data?.pages.at(-1)?.lookedBackTo ?? null };
};

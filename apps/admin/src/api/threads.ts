import type { ThreadMember, ThreadSummary } from '@spool/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
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

import type { Operation, OperationOutcome, OperationPreview, OperationTask } from '@spool/contracts';
import type { SpoolClient } from '@spool/client';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

/** What to do to which dead tasks, and how. */
export type OperationOrder = Parameters<SpoolClient['operations']['create']>[0];

const quickMs = 1_000;

const idOf = ({ id }: { readonly id: string }): string => id;
const keyOfTask = ({ place }: OperationTask): string => String(place);

/** Whether an operation, or the verification of what it restarted, still goes on. */
const isGoingOn = ({ state, verifiedAt, undo }: Operation): boolean =>
  undo === 'running' || (state !== 'paused' && verifiedAt === null);

/** Operations, newest first. */
export const useOperations = () =>
  useLiveList({
    queryKey: ['operations', 'list'],
    fetchPage: (cursor, signal) => client.operations.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** An operation with what went wrong; read every second while it goes on. */
export const useOperation = (id: string) =>
  useQuery({
    queryKey: ['operations', 'detail', id],
    queryFn: ({ signal }) => client.operations.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isGoingOn(data) ? quickMs : false),
  });

/** What became of an operation's tasks, in their turn. */
export const useOperationTasks = (id: string, outcome: OperationOutcome | undefined) =>
  useLiveList({
    queryKey: ['operations', 'tasks', id, outcome],
    fetchPage: (cursor, signal) =>
      client.operations.tasks(id, { outcome, limit: pageSize, cursor }, { signal }),
    keyOf: keyOfTask,
  });

/** What an order would do; its threads a page at a time. Not read again by itself: a plan is made about one moment. */
export const usePreview = (order: OperationOrder) =>
  useInfiniteQuery({
    queryKey: ['operations', 'preview', order],
    queryFn: ({ pageParam, signal }) =>
      client.operations.preview(order, { limit: pageSize, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ threads }: OperationPreview) => threads.nextCursor ?? undefined,
    staleTime: Infinity,
    // The look that takes the moment stays while the plan is read again with it: the form keeps what is typed.
    placeholderData: keepPreviousData,
    meta: { isLive: false },
  });

/** Begins an operation; it goes on without this tab. */
export const useBeginOperation = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (order: OperationOrder) => client.operations.create(order),
    onSettled: () => refreshAll(queryClient),
  });
};

/** What an operator may ask of an operation. */
export type OperationCommand = 'pause' | 'resume' | 'cancel' | 'undo';

/** Pauses, resumes, cancels or undoes an operation. */
export const useCommand = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (command: OperationCommand) => client.operations[command](id),
    onSettled: () => refreshAll(queryClient),
  });
};

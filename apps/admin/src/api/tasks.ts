import type { TaskState, TaskSummary } from '@spool/contracts';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';

/** Which tasks a list shows. */
export interface TaskFilter {
  readonly queue: string | undefined;
  readonly state: TaskState | undefined;
  readonly threadId: string | undefined;
}

const taskQuery = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'detail', id],
    queryFn: ({ signal }) => client.tasks.get(id, { signal }),
  });

const explanationQuery = (id: string) =>
  queryOptions({
    queryKey: ['tasks', 'explanation', id],
    queryFn: ({ signal }) => client.tasks.explain(id, { signal }),
  });

const idOf = ({ id }: TaskSummary): string => id;

/** Tasks, newest first. */
export const useTasks = (filter: TaskFilter) =>
  useLiveList({
    queryKey: ['tasks', 'list', filter],
    fetchPage: (cursor, signal) => client.tasks.list({ ...filter, limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** A task with payload and history. */
export const useTask = (id: string) => useQuery(taskQuery(id));

/** Why a task is not running. */
export const useExplanation = (id: string) => useQuery(explanationQuery(id));

/** Gives an ENQUEUED task another time. */
export const useReschedule = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (scheduledAt: string) => client.tasks.reschedule(id, scheduledAt),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Deletes a task in any state. */
export const useDeleteTask = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.tasks.delete(id),
    onSettled: () => refreshAll(queryClient),
  });
};

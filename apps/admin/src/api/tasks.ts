import type { Page, TaskSummary } from '@spool/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TaskFilter } from '../filter/task-filter.js';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

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

/** How many answers are looked through for one page of a list: with some filters the service finds little at once. */
const searchedPages = 5;
const mostPerPage = 200;

/** Reads on until a page is full, or enough was looked through: its cursor then says where to go on. */
const searchPage = async (
  { query, tests }: TaskFilter,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Page<TaskSummary>> => {
  const items: TaskSummary[] = [];
  let nextCursor: string | null = cursor ?? null;
  for (let page = 0; page < searchedPages && items.length < pageSize; page += 1) {
    const limit = tests.length === 0 ? pageSize - items.length : mostPerPage;
    const request = { ...query, limit, cursor: nextCursor ?? undefined };
    const found = await client.tasks.list(request, { signal });
    items.push(...found.items.filter((task) => tests.every((test) => test(task))));
    nextCursor = found.nextCursor;
    if (nextCursor === null) break;
  }
  return { items, nextCursor };
};

/** Tasks, newest first; `name` is the filter as it was typed. */
export const useTasks = (filter: TaskFilter, name: string) =>
  useLiveList({
    queryKey: ['tasks', 'list', name],
    fetchPage: (cursor, signal) => searchPage(filter, cursor, signal),
    keyOf: idOf,
  });

/** A task with payload and history. */
export const useTask = (id: string) => useQuery(taskQuery(id));

/** Why a task is not running. */
export const useExplanation = (id: string) => useQuery(explanationQuery(id));

/** Gives an ENQUEUED task another time. */
export const useReschedule = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (scheduledAt: string) => client.tasks.reschedule(id, scheduledAt),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Deletes a task in any state. */
export const useDeleteTask = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.tasks.delete(id),
    onSettled: () => refreshAll(queryClient),
  });
};

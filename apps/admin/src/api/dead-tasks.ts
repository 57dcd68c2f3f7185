import { limits, type DeadTask, type ItemRefusal } from '@spool/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';

/** Which dead tasks a list shows. */
export interface DeadTaskFilter {
  readonly queue: string | undefined;
  readonly threadId: string | undefined;
  readonly type: string | undefined;
  readonly errorType: string | undefined;
}

const idOf = ({ id }: DeadTask): string => id;

/** Dead tasks, newest death first. */
export const useDeadTasks = (filter: DeadTaskFilter) =>
  useLiveList({
    queryKey: ['dead-tasks', filter],
    fetchPage: (cursor, signal) => client.deadTasks.list({ ...filter, limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** Per-item results, parted into what was done and what was refused. */
export interface Outcome<Done> {
  readonly done: readonly Done[];
  readonly refused: readonly ItemRefusal[];
}

interface Results<Done> {
  readonly results: readonly (Done | ItemRefusal)[];
}

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / limits.batchItems) }, (_, batch) =>
    ids.slice(batch * limits.batchItems, (batch + 1) * limits.batchItems),
  );

const inBatches = async <Done extends { readonly status: 'ok' }>(
  ids: readonly string[],
  act: (batch: string[]) => Promise<Results<Done>>,
): Promise<Outcome<Done>> => {
  const done: Done[] = [];
  const refused: ItemRefusal[] = [];
  for (const batch of batchesOf(ids)) {
    const { results } = await act(batch);
    for (const result of results) {
      if (result.status === 'ok') done.push(result);
      else refused.push(result);
    }
  }
  return { done, refused };
};

/** Restarts dead tasks as new arrivals. */
export const useRestart = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) =>
      inBatches(ids, (batch) => client.deadTasks.restart({ ids: batch })),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Restarts one dead task with another payload. */
export const useEditedRestart = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: unknown) => client.deadTasks.restart({ ids: [id], payload }),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Deletes dead tasks. */
export const useDeleteDead = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => inBatches(ids, (batch) => client.deadTasks.delete(batch)),
    onSettled: () => refreshAll(queryClient),
  });
};

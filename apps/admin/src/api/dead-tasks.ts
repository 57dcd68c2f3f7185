import { limits, type DeadTask, type DeadTaskGroup, type ItemRefusal } from '@spool/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

/** Which dead tasks a list shows. */
export interface DeadTaskFilter {
  readonly queue: string | undefined;
  readonly threadId: string | undefined;
  readonly type: string | undefined;
  readonly errorType: string | undefined;
  readonly group: string | undefined;
}

const idOf = ({ id }: DeadTask): string => id;

/** Dead tasks, newest death first. */
export const useDeadTasks = (filter: DeadTaskFilter) =>
  useLiveList({
    queryKey: ['dead-tasks', filter],
    fetchPage: (cursor, signal) => client.deadTasks.list({ ...filter, limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

const keyOfGroup = ({ group, queue }: DeadTaskGroup): string => `${group} ${queue}`;

/** Dead tasks by what went wrong, the largest group first. */
export const useDeadGroups = (queue: string | undefined) =>
  useLiveList({
    queryKey: ['dead-groups', queue],
    fetchPage: (cursor, signal) => client.deadTasks.groups({ queue, limit: pageSize, cursor }, { signal }),
    keyOf: keyOfGroup,
  });

const mostGroupPages = 10;

/** Looks for a group among the largest. */
const findGroup = async (
  group: string,
  queue: string | undefined,
  signal: AbortSignal,
): Promise<DeadTaskGroup | null> => {
  let cursor: string | undefined;
  for (let page = 0; page < mostGroupPages; page += 1) {
    const { items, nextCursor } = await client.deadTasks.groups(
      { queue, limit: limits.listItems, cursor },
      { signal },
    );
    const found = items.find((one) => one.group === group);
    if (found !== undefined) return found;
    if (nextCursor === null) return null;
    cursor = nextCursor;
  }
  return null;
};

/** One group, or null when it is not known; undefined asks for none. */
export const useDeadGroup = (group: string | undefined, queue: string | undefined) =>
  useQuery({
    queryKey: ['dead-group', group, queue],
    enabled: group !== undefined,
    queryFn: ({ signal }) => findGroup(group ?? '', queue, signal),
  });

/** Says that a group is resolved, or open again. */
export const useResolve = (group: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (patch: { readonly status: 'open' | 'resolved'; readonly note?: string | null }) =>
      client.deadTasks.updateGroup(group, patch),
    onSettled: () => refreshAll(queryClient),
  });
};

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

/** Restarts one dead task with another payload. */
export const useEditedRestart = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (payload: unknown) => client.deadTasks.restart({ ids: [id], payload }),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Deletes dead tasks. */
export const useDeleteDead = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (ids: readonly string[]) => inBatches(ids, (batch) => client.deadTasks.delete(batch)),
    onSettled: () => refreshAll(queryClient),
  });
};

import type { Operator } from '@spool/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pageSize, useLiveList } from '../live/live-list.js';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

const idOf = ({ id }: Operator): string => id;

/** An operator as its form asks for it. */
export type NewOperatorFields = Parameters<typeof client.operators.create>[0];
/** What changes of an operator. */
export type OperatorChange = Parameters<typeof client.operators.update>[1];

/** Operators by name. */
export const useOperators = () =>
  useLiveList({
    queryKey: ['operators'],
    fetchPage: (cursor, signal) => client.operators.list({ limit: pageSize, cursor }, { signal }),
    keyOf: idOf,
  });

/** One operator. */
export const useOperator = (id: string) =>
  useQuery({ queryKey: ['operators', id], queryFn: ({ signal }) => client.operators.get(id, { signal }) });

/** Makes an operator. */
export const useCreateOperator = () => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (operator: NewOperatorFields) => client.operators.create(operator),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Changes an operator. */
export const useChangeOperator = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: (change: OperatorChange) => client.operators.update(id, change),
    onSettled: () => refreshAll(queryClient),
  });
};

/** Removes an operator. */
export const useDeleteOperator = (id: string) => {
  const queryClient = useQueryClient();
  return useAction({
    mutationFn: () => client.operators.delete(id),
    onSettled: () => refreshAll(queryClient),
  });
};

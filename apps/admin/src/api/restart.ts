import type { Operation } from '@spool/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { client } from './client.js';
import { refreshAll } from './refresh.js';
import { useAction } from './use-action.js';

const lookMs = 120;
const patienceMs = 8_000;

/** A restart of chosen tasks: an operation, so that it is known who did it and it can be taken back. */
export interface ChosenRestart {
  readonly operation: Operation;
  /** The dead ids that were asked for. */
  readonly ids: readonly string[];
  /** The new id of a single restarted task. */
  readonly newId: string | null;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    window.setTimeout(resolve, ms);
  });

/** Waits until an operation has done what it covers, or until it is clear that this takes longer. */
const untilDone = async (begun: Operation): Promise<Operation> => {
  const untilMs = Date.now() + patienceMs;
  let operation = begun;
  while (operation.state === 'running' && Date.now() < untilMs) {
    await pause(lookMs);
    operation = await client.operations.get(begun.id);
  }
  return operation;
};

const restart = async (ids: readonly string[]): Promise<ChosenRestart> => {
  const begun = await client.operations.create({ action: 'restart', filter: { ids: [...ids] } });
  if (begun.total === 0)
    throw new Error(ids.length === 1 ? 'It is not dead any more.' : 'None of them is dead any more.');
  const operation = await untilDone(begun);
  if (ids.length > 1) return { operation, ids, newId: null };
  const { items } = await client.operations.tasks(begun.id, { limit: 1 });
  return { operation, ids, newId: items[0]?.newId ?? null };
};

/** Restarts chosen dead tasks as new arrivals (R9). */
export const useRestartChosen = () => {
  const queryClient = useQueryClient();
  return useAction({ mutationFn: restart, onSettled: () => refreshAll(queryClient) });
};

/** Returns to the DLQ what an operation restarted and no worker has taken; resolves when that is done. */
export const undoRestart = async (id: string): Promise<Operation> => {
  const untilMs = Date.now() + patienceMs;
  let operation = await client.operations.undo(id);
  while (operation.undo === 'running' && Date.now() < untilMs) {
    await pause(lookMs);
    operation = await client.operations.get(id);
  }
  return operation;
};

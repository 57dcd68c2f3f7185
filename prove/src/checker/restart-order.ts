import type { Installation } from '@spool/oracle/installation.js';
import type { Item, Told } from '../history/entry.js';
import { taskOf, untold, type Objection } from './objection.js';

/** A dead task, and what a call restarted it as. */
export interface Restarted {
  readonly id: number;
  readonly newId: number;
}

/** What a call restarted, as its results tell. */
export const restartedOf = (items: readonly Item[], told: readonly (Told | null)[]): Restarted[] =>
  items.flatMap(({ verb, id }, index) => {
    const { status, newId } = told[index] ?? {};
    return verb === 'restart' && status === 'ok' && newId !== undefined ? [{ id, newId }] : [];
  });

/** What one call restarts of a thread must arrive in its old order, as far as the old times are known. */
export const restartOrder = (model: Installation, restarted: readonly Restarted[]): Objection => {
  const old = restarted.flatMap(({ id, newId }) => {
    const { thread = null, scheduledAtMs = untold } = taskOf(model, id) ?? {};
    return thread === null || scheduledAtMs === untold ? [] : [{ id, newId, thread, scheduledAtMs }];
  });
  const inOldOrder = old.toSorted(
    (left, right) => left.scheduledAtMs - right.scheduledAtMs || left.id - right.id,
  );
  for (const [index, later] of inOldOrder.entries()) {
    const overtaken = inOldOrder
      .slice(0, index)
      .find(({ thread, newId }) => thread === later.thread && newId > later.newId);
    if (overtaken !== undefined)
      return `task ${later.id} was restarted before task ${overtaken.id}, which was first in their thread`;
  }
  return null;
};

import type { BodyOf } from '../route-types.js';
import type { routes } from '@spool/contracts';
import type { HeldTask } from './held-tasks.js';

type ExchangeBody = BodyOf<typeof routes.exchange>;

/** A task and what is told of it. */
export interface Telling<Item> {
  readonly held: HeldTask;
  readonly item: Item;
}

/** What an exchange tells. */
export interface Tellings {
  readonly complete: readonly Telling<NonNullable<ExchangeBody['complete']>[number]>[];
  readonly fail: readonly Telling<NonNullable<ExchangeBody['fail']>[number]>[];
}

/** Sorts settled tasks by how each is told: in an exchange, or by a release. */
export const requestOf = (
  batch: readonly HeldTask[],
): { readonly exchanged: Tellings; readonly released: readonly HeldTask[] } => {
  const complete: Tellings['complete'][number][] = [];
  const fail: Tellings['fail'][number][] = [];
  const released: HeldTask[] = [];
  for (const held of batch) {
    const { id, leaseToken } = held.task;
    const { settlement } = held;
    if (settlement === null || settlement.kind === 'release') {
      released.push(held);
    } else if (settlement.kind === 'complete') {
      const { result } = settlement;
      complete.push({ held, item: { id, leaseToken, ...(result === undefined ? {} : { result }) } });
    } else {
      fail.push({ held, item: { id, leaseToken, ...settlement.failure } });
    }
  }
  return { exchanged: { complete, fail }, released };
};

import type { ItemRefusal } from '@spool/contracts';
import { judgeClaim, type ClaimVerdict, type SettledAs } from '@spool/thread-engine';
import { coversQueue, type Caller } from '../platform/caller.js';
import type { Sql } from '../platform/database/sql.js';
import type { HeldTask, Situation } from '../store/transitions/situation.js';
import { Standings, type Claim } from '../store/transitions/standings.js';

/** A claim that holds, with its task, or the refusal that answers it. */
export type Judged<Item extends Claim> =
  | { readonly item: Item; readonly task: HeldTask; readonly refusal: null }
  | { readonly item: Item; readonly task: null; readonly refusal: ItemRefusal };

const details: Readonly<Record<Exclude<ClaimVerdict['kind'], 'current'>, string>> = {
  task_not_found: 'There is no such task: it never existed, was deleted, or its retention ended.',
  lease_lost: 'This lease no longer holds the task: it lapsed, was released, or belongs to another dequeue.',
  already_settled: 'This token has settled the task before.',
};

/** The answer to a claim that does not hold. */
export const refusalOf = (id: string, verdict: Exclude<ClaimVerdict, { kind: 'current' }>): ItemRefusal => ({
  id,
  status: 'error',
  code: verdict.kind,
  detail: details[verdict.kind],
  ...(verdict.kind === 'already_settled' ? { outcome: verdict.outcome } : {}),
});

/** What a second claim on the same task in one request gets, after the first was accepted. */
const repeatedVerdict = (first: Claim, second: Claim, settledAs: SettledAs | null) =>
  first.leaseToken === second.leaseToken && settledAs !== null
    ? ({ kind: 'already_settled', outcome: settledAs } as const)
    : ({ kind: 'lease_lost' } as const);

/**
 * Judges the claims of a request in order (R12). The first claim on a task counts; a later one is told what the
 * first did, which `settles` knows: null for a call that settles nothing.
 */
export const judgeClaims = async <Item extends Claim>(
  sql: Sql,
  { situation, caller }: { readonly situation: Situation; readonly caller: Caller },
  items: readonly Item[],
  settles: (item: Item, task: HeldTask) => SettledAs | null,
): Promise<Judged<Item>[]> => {
  const held = { holdings: situation.tasks, queues: situation.queues };
  const standings = await Standings.read(sql, held, items, ({ name }) => coversQueue(caller, name));
  const accepted = new Map<string, { item: Item; settledAs: SettledAs | null }>();
  return items.map((item): Judged<Item> => {
    const first = accepted.get(item.id);
    if (first !== undefined) {
      return {
        item,
        task: null,
        refusal: refusalOf(item.id, repeatedVerdict(first.item, item, first.settledAs)),
      };
    }
    const verdict = judgeClaim(standings.of(item), item.leaseToken);
    const task = situation.tasks.get(item.id);
    if (verdict.kind !== 'current') return { item, task: null, refusal: refusalOf(item.id, verdict) };
    if (task === undefined) throw new Error(`Task ${item.id} is held but was not locked.`);
    accepted.set(item.id, { item, settledAs: settles(item, task) });
    return { item, task, refusal: null };
  });
};

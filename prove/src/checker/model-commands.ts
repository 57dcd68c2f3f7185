import type { Command } from '@spool/oracle/commands.js';
import type { Item, Told } from '../history/entry.js';

const ofVerb = <Verb extends Item['verb']>(items: readonly Item[], verb: Verb) =>
  items.filter((item): item is Extract<Item, { verb: Verb }> => item.verb === verb);

/** Items of one verb as the model's command. */
export const commandOf = (first: Item, items: readonly Item[]): Command => {
  const { verb } = first;
  switch (verb) {
    case 'complete':
      return { kind: verb, items: ofVerb(items, verb) };
    case 'fail':
      return { kind: verb, items: ofVerb(items, verb) };
    case 'release':
      return { kind: verb, items: ofVerb(items, verb) };
    case 'keepalive':
      return { kind: verb, items: ofVerb(items, verb) };
    case 'delete':
    case 'restart':
      return { kind: verb, ids: items.map(({ id }) => id) };
    case 'reschedule':
      return { kind: verb, id: first.id, scheduledAtMs: first.scheduledAtMs };
  }
};

/** The result of one item, where there is one. */
export interface Done {
  readonly item: Item;
  readonly told: Told | null;
}

/** Each restart gets an id of its own, so that one is carried out after the other. */
export const batchesOf = (items: readonly Item[], told: readonly (Told | null)[]): Done[][] => {
  const batches: Done[][] = [];
  for (const [index, item] of items.entries()) {
    const last = batches.at(-1);
    const done = { item, told: told[index] ?? null };
    if (last?.[0]?.item.verb === item.verb && item.verb !== 'restart') last.push(done);
    else batches.push([done]);
  }
  return batches;
};

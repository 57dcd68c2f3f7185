import type { Entry, Item, Taken, Told } from '../history/entry.js';

/** A task in a worker's hands, and when it certainly was and no longer was. */
export interface Hold {
  readonly entry: Entry;
  readonly taken: Taken;
  /** From here on the worker had it. */
  readonly fromMs: number;
  /** Until here nobody can have taken it away: nothing was asked that ends it, and it could not lapse. */
  readonly untilMs: number;
}

/** One item of a call together with its result; null where nobody knows. */
export interface Deed {
  readonly entry: Entry;
  readonly item: Item;
  readonly told: Told | null;
}

/** What all clients saw, by task and by thread. */
export interface Sightings {
  readonly holds: readonly Hold[];
  readonly deeds: readonly Deed[];
  readonly deedsOf: ReadonlyMap<number, readonly Deed[]>;
}

const ending = new Set<Item['verb']>(['complete', 'fail', 'release', 'delete']);

const groupById = (deeds: readonly Deed[]): Map<number, Deed[]> => {
  const groups = new Map<number, Deed[]>();
  for (const deed of deeds) {
    const group = groups.get(deed.item.id);
    if (group === undefined) groups.set(deed.item.id, [deed]);
    else group.push(deed);
  }
  return groups;
};

/** The earliest end that a deed can have given to a hold: a keepalive may shorten a lease as well. */
const endBy = ({ entry, item }: Deed): number => {
  if (item.verb !== 'keepalive') return ending.has(item.verb) ? entry.askedAtMs : Infinity;
  return item.extendMs === undefined ? Infinity : entry.askedAtMs + item.extendMs;
};

const certainEnd = (taken: Taken, deeds: readonly Deed[]): number => {
  const own = deeds.filter(({ item }) => !('token' in item) || item.token === taken.token);
  return Math.min(taken.leaseExpiresAtMs, ...own.map(endBy));
};

/** Reads what can be known for certain from what the clients wrote down. */
export const sightingsOf = (entries: readonly Entry[]): Sightings => {
  const deeds = entries
    .filter(({ fate }) => fate !== 'refused')
    .flatMap((entry) =>
      entry.asked.items.map((item, index): Deed => {
        return { entry, item, told: entry.answer?.results[index] ?? null };
      }),
    );
  const deedsOf = groupById(deeds);
  const holds = entries.flatMap((entry) =>
    (entry.answer?.taken ?? []).map((taken): Hold => {
      const untilMs = certainEnd(taken, deedsOf.get(taken.id) ?? []);
      return { entry, taken, fromMs: entry.endedAtMs, untilMs };
    }),
  );
  return { holds, deeds, deedsOf };
};

import type { Admitted, Entry, Item, Sent, Taken, Told } from '../history/entry.js';
import type { Attempt, End } from './ends.js';
import type { Sightings } from './sightings.js';

/** One thing that a call did to a thread. What nobody was told is null. */
export type Step =
  | { readonly kind: 'arrives'; readonly queue: string; readonly sent: Sent; readonly admitted: Arrival }
  | { readonly kind: 'items'; readonly items: readonly Item[]; readonly told: readonly (Told | null)[] }
  | { readonly kind: 'taken'; readonly queue: string; readonly taken: Taken; readonly timeoutMs: number }
  | { readonly kind: 'taken-unseen'; readonly queue: string; readonly id: number; readonly attempt: Attempt };

/** A task's arrival; where no answer came, its time follows from when it arrived. */
export type Arrival = Pick<Admitted, 'id' | 'enqueuedAtMs'> & { readonly scheduledAtMs: number | null };

/** The part of a call that concerns one thread, or one free task and what it was restarted as. */
export interface Event {
  readonly entry: Entry;
  /** Whether it may also never have happened. */
  readonly isOptional: boolean;
  /** It took effect between these two. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly steps: readonly Step[];
}

/** One thread's history, in the order in which its calls were made. */
export interface ThreadHistory {
  readonly name: string;
  readonly events: readonly Event[];
}

/** What the whole history tells about single tasks. */
export interface Knowledge {
  readonly ends: ReadonlyMap<number, End>;
  /** When tasks arrived, by the database's clock. */
  readonly enqueuedAtMs: ReadonlyMap<number, number>;
  /** What a dead task was restarted as. */
  readonly restartedAs: ReadonlyMap<number, number>;
  /** Tasks that were seen, by their marker; a restarted one keeps it, and is not in here. */
  readonly idOfMarker: ReadonlyMap<string, number>;
  /** Tokens whose settlement was acknowledged: their leases did not lapse. */
  readonly settledTokens: ReadonlySet<number>;
  /** Tasks of which there is no end any more: deleted, or perhaps. */
  readonly goneIds: ReadonlySet<number>;
}

/** Gathers what is known of single tasks. */
export const gatherKnowledge = (
  entries: readonly Entry[],
  { holds, deeds }: Sightings,
  ends: ReadonlyMap<number, End>,
): Knowledge => {
  const enqueuedAtMs = new Map<number, number>();
  const restartedAs = new Map<number, number>();
  const idOfMarker = new Map<string, number>();
  for (const { item, told } of deeds)
    if (item.verb === 'restart' && told?.newId !== undefined) restartedAs.set(item.id, told.newId);
  for (const { id, restartedFrom } of ends.values())
    if (restartedFrom !== null) restartedAs.set(restartedFrom, id);
  const newIds = new Set(restartedAs.values());
  const meet = (id: number, marker: string, timeMs: number): void => {
    enqueuedAtMs.set(id, timeMs);
    if (!newIds.has(id)) idOfMarker.set(marker, id);
  };
  for (const { taken } of holds) meet(taken.id, taken.marker, taken.enqueuedAtMs);
  for (const end of ends.values()) meet(end.id, end.marker, end.enqueuedAtMs);
  for (const { asked, answer } of entries)
    for (const [index, { id, enqueuedAtMs: timeMs }] of (answer?.admitted ?? []).entries())
      meet(id, asked.sent[index]?.marker ?? '', timeMs);
  const settledTokens = new Set(
    deeds.flatMap(({ item, told }) =>
      'token' in item && item.verb !== 'keepalive' && told?.status === 'ok' ? [item.token] : [],
    ),
  );
  const goneIds = new Set(
    deeds.flatMap(({ item, told }) => (item.verb === 'delete' && told?.status !== 'error' ? [item.id] : [])),
  );
  return { ends, enqueuedAtMs, restartedAs, idOfMarker, settledTokens, goneIds };
};

/** The name of the history that each task belongs to. */
const nameTasks = (entries: readonly Entry[], { holds }: Sightings, known: Knowledge) => {
  const threadOf = new Map<number, string | null>();
  for (const { taken } of holds) threadOf.set(taken.id, taken.threadId);
  for (const { id, threadId } of known.ends.values()) threadOf.set(id, threadId);
  for (const { asked, answer } of entries)
    for (const [index, { id }] of (answer?.admitted ?? []).entries())
      threadOf.set(id, asked.sent[index]?.threadId ?? null);
  const origin = new Map([...known.restartedAs].map(([oldId, newId]) => [newId, oldId]));
  return (id: number): string => {
    let first = id;
    for (let old = origin.get(first); old !== undefined; old = origin.get(first)) first = old;
    const thread = threadOf.get(first) ?? threadOf.get(id) ?? null;
    return thread === null ? `task ${first}` : `thread ${thread}`;
  };
};

/** Attempts of which the worker was not told, by the worker's name. */
const unseenAttempts = ({ holds }: Sightings, { ends }: Knowledge) => {
  const seen = new Set(holds.map(({ taken, entry }) => `${taken.id} ${takenAtMs(taken, entry)}`));
  const unseen = new Map<string, { end: End; attempt: Attempt }[]>();
  for (const end of ends.values())
    for (const attempt of end.attempts)
      if (!seen.has(`${end.id} ${attempt.startedAtMs}`))
        unseen.set(attempt.workerId, [...(unseen.get(attempt.workerId) ?? []), { end, attempt }]);
  return unseen;
};

/** When a task was taken by the database's clock: its lease began then. */
const takenAtMs = (taken: Taken, { asked }: Entry): number =>
  taken.leaseExpiresAtMs - (asked.demand?.keepaliveTimeoutMs ?? 0);

const arrivalsOf = ({ asked, answer, fate }: Entry, known: Knowledge): Step[] =>
  asked.sent.flatMap((sent, index): Step[] => {
    const queue = asked.queue ?? '';
    const admitted = answer?.admitted[index];
    if (admitted !== undefined) return [{ kind: 'arrives', queue, sent, admitted }];
    const id = fate === 'unknown' ? known.idOfMarker.get(sent.marker) : undefined;
    const enqueuedAtMs = id === undefined ? undefined : known.enqueuedAtMs.get(id);
    if (id === undefined || enqueuedAtMs === undefined) return [];
    return [{ kind: 'arrives', queue, sent, admitted: { id, enqueuedAtMs, scheduledAtMs: null } }];
  });

const idOf = (step: Exclude<Step, { kind: 'items' }>): number => {
  if (step.kind === 'arrives') return step.admitted.id;
  return step.kind === 'taken' ? step.taken.id : step.id;
};

/** Cuts a history into those of its threads. */
export const cutIntoThreads = (
  entries: readonly Entry[],
  seen: Sightings,
  known: Knowledge,
): ThreadHistory[] => {
  const nameOf = nameTasks(entries, seen, known);
  const unseen = unseenAttempts(seen, known);
  const threads = new Map<string, Event[]>();
  const doubtful = new Map<string, Entry>();
  for (const entry of entries) {
    if (entry.fate === 'unknown' && entry.asked.demand !== null)
      doubtful.set(entry.asked.demand.workerId, entry);
  }
  for (const entry of entries.toSorted((left, right) => left.askedAtMs - right.askedAtMs)) {
    if (entry.fate === 'refused') continue;
    const parts = new Map<string, Step[]>();
    const add = (name: string, step: Step): void => void parts.set(name, [...(parts.get(name) ?? []), step]);
    for (const step of arrivalsOf(entry, known)) if (step.kind !== 'items') add(nameOf(idOf(step)), step);
    addItems(entry, nameOf, add);
    for (const step of takingsOf(entry)) if (step.kind !== 'items') add(nameOf(idOf(step)), step);
    const { workerId } = entry.asked.demand ?? {};
    if (workerId !== undefined && doubtful.get(workerId) === entry)
      for (const { end, attempt } of unseen.get(workerId) ?? [])
        add(nameOf(end.id), { kind: 'taken-unseen', queue: end.queue, id: end.id, attempt });
    for (const [name, steps] of parts)
      threads.set(name, [...(threads.get(name) ?? []), eventOf(entry, steps)]);
  }
  return [...threads].map(([name, events]) => ({ name, events }));
};

const addItems = (
  { asked, answer }: Entry,
  nameOf: (id: number) => string,
  add: (name: string, step: Step) => void,
): void => {
  const byName = new Map<string, number[]>();
  for (const [index, { id }] of asked.items.entries())
    byName.set(nameOf(id), [...(byName.get(nameOf(id)) ?? []), index]);
  for (const [name, places] of byName) {
    const items = places.flatMap((place) => asked.items[place] ?? []);
    add(name, { kind: 'items', items, told: places.map((place) => answer?.results[place] ?? null) });
  }
};

const takingsOf = ({ asked, answer }: Entry): Step[] =>
  (answer?.taken ?? []).map((taken) => {
    return {
      kind: 'taken',
      queue: asked.queue ?? '',
      taken,
      timeoutMs: asked.demand?.keepaliveTimeoutMs ?? 0,
    };
  });

/** What is known to have happened though no answer came is not optional; it only has no end. */
const eventOf = (entry: Entry, steps: readonly Step[]): Event => {
  const isUnknown = entry.fate === 'unknown';
  const happened = steps.some(({ kind }) => kind === 'arrives' || kind === 'taken-unseen');
  return {
    entry,
    steps,
    isOptional: isUnknown && !happened,
    fromMs: entry.askedAtMs,
    untilMs: isUnknown ? Infinity : entry.endedAtMs,
  };
};

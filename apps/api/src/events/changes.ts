import { limits, type ChangeEvent, type ChangeKind } from '@spool/contracts';
import { coversEveryQueue, coversQueue, type Caller } from '../platform/caller.js';

/** Stands for what belongs to no queue in particular: told to those who see every queue. */
export const noQueue = '';

/** What changed: by kind, the names of the queues. */
export type Changes = ReadonlyMap<ChangeKind, ReadonlySet<string>>;

/** Nothing. */
export const noChanges: Changes = new Map();

/** Everything that changed in the one or in the other. */
export const mergeChanges = (one: Changes, other: Changes): Changes => {
  const merged = new Map<ChangeKind, ReadonlySet<string>>(one);
  for (const [kind, queues] of other) merged.set(kind, new Set([...(one.get(kind) ?? []), ...queues]));
  return merged;
};

/** The part that a caller may know of: nobody learns of a queue that does not exist for them. */
export const changesFor = (caller: Caller, changes: Changes): Changes => {
  if (coversEveryQueue(caller)) return changes;
  const seen = new Map<ChangeKind, ReadonlySet<string>>();
  for (const [kind, queues] of changes) {
    const covered = [...queues].filter((name) => name !== noQueue && coversQueue(caller, name));
    if (covered.length > 0) seen.set(kind, new Set(covered));
  }
  return seen;
};

/** Changes as an event tells them; the names of very many queues are left out. */
export const changeEventOf = (changes: Changes): ChangeEvent => ({
  changes: [...changes].map(([kind, queues]) => {
    const names = [...queues].filter((name) => name !== noQueue).sort();
    return { kind, queues: names.length > limits.eventQueues ? null : names };
  }),
});

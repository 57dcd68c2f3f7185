import type { Entry, Sent, Taken } from '../history/entry.js';
import type { Finding } from '../stage.js';
import type { Sightings } from './sightings.js';

interface Origin {
  readonly queue: string | null;
  readonly sent: Sent;
}

/** What each accepted task was sent as. */
const originsOf = (entries: readonly Entry[]): Map<number, Origin> => {
  const origins = new Map<number, Origin>();
  for (const { asked, answer } of entries)
    for (const [index, { id }] of (answer?.admitted ?? []).entries()) {
      const sent = asked.sent[index];
      if (sent !== undefined) origins.set(id, { queue: asked.queue, sent });
    }
  return origins;
};

const differenceOf = (taken: Taken, { queue, sent }: Origin): string | null => {
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['the payload', taken.marker, sent.marker],
    ['the type', taken.type, sent.type ?? null],
    ['the thread', taken.threadId, sent.threadId],
    ['the queue', taken.queue, queue],
    ['maxAttempts', taken.maxAttempts, sent.maxAttempts ?? taken.maxAttempts],
  ];
  const changed = pairs.find(([, now, before]) => now !== before);
  return changed === undefined ? null : `${changed[0]} ${String(changed[1])}, not ${String(changed[2])}`;
};

/** R9, R13: what is handed out is what was sent, however often it was restarted. */
export const keptAsSent = ({ holds, deeds }: Sightings, entries: readonly Entry[]): Finding[] => {
  const origins = originsOf(entries);
  const restartedFrom = new Map(
    deeds.flatMap(({ item, told }): [number, number][] =>
      item.verb === 'restart' && told?.status === 'ok' && told.newId !== undefined
        ? [[told.newId, item.id]]
        : [],
    ),
  );
  return holds.flatMap(({ taken }): Finding[] => {
    let first = taken.id;
    for (let old = restartedFrom.get(first); old !== undefined; old = restartedFrom.get(first)) first = old;
    const origin = origins.get(first);
    const difference = origin === undefined ? null : differenceOf(taken, origin);
    return difference === null
      ? []
      : [{ rule: 'R13', text: `task ${taken.id} was handed out with ${difference}` }];
  });
};

import type { Entry } from '../history/entry.js';

/**
 * The call by which each task arrived: the one that was told so; else, of those without an answer that sent it, the
 * first: it may have taken effect at any time after it was asked. Calls that repeat a `dedupKey` bring nothing.
 */
export const arrivalCalls = (
  entries: readonly Entry[],
  idOfMarker: ReadonlyMap<string, number>,
): Map<number, Entry> => {
  const calls = new Map<number, Entry>();
  for (const entry of entries)
    for (const { id, deduplicated } of entry.answer?.admitted ?? [])
      if (deduplicated !== true) calls.set(id, entry);
  const unknown = entries.filter(({ fate, asked }) => fate === 'unknown' && asked.sent.length > 0);
  for (const entry of unknown.toSorted((left, right) => left.askedAtMs - right.askedAtMs))
    for (const { marker } of entry.asked.sent) {
      const id = idOfMarker.get(marker);
      if (id !== undefined && !calls.has(id)) calls.set(id, entry);
    }
  return calls;
};

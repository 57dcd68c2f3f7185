import { z } from 'zod';
import { observable, useObservable } from '../observable.js';

const view = z.object({ name: z.string().min(1).max(60), filter: z.string().max(1_000) });
/** A filter under a name. */
export type SavedView = z.output<typeof view>;

const storageKey = 'spool-task-views';
const mostViews = 30;

const remembered = (): readonly SavedView[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return z.array(view).catch([]).parse(kept);
  } catch {
    return [];
  }
};

const saved = observable(remembered());

const keep = (views: readonly SavedView[]): void => {
  saved.set(views);
  try {
    localStorage.setItem(storageKey, JSON.stringify(views));
  } catch {
    // A browser that keeps nothing forgets them with the page.
  }
};

/** The views that this browser keeps, and how to change them. */
export const useSavedViews = () => ({
  views: useObservable(saved),
  save: (added: SavedView): void =>
    keep([added, ...saved.get().filter(({ name }) => name !== added.name)].slice(0, mostViews)),
  forget: (name: string): void => keep(saved.get().filter((other) => other.name !== name)),
});

/** Views that every operator needs sooner or later. */
export const usualViews: readonly SavedView[] = [
  { name: 'Running', filter: 'state:running' },
  { name: 'Running for over an hour', filter: 'state:running age:>1h' },
  { name: 'Dead', filter: 'state:dead' },
  { name: 'Dead, enqueued today', filter: 'state:dead age:<24h' },
  { name: 'Waiting for another attempt', filter: 'state:backoff' },
  { name: 'Waiting in a thread', filter: 'state:waiting' },
  { name: 'Ready for over ten minutes', filter: 'state:ready age:>10m' },
];

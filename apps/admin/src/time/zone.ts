import { observable, useObservable } from '../observable.js';

/** The zone in which times are written out. */
export type Zone = 'utc' | 'local';

const storageKey = 'spool-zone';
const localZoneName = Intl.DateTimeFormat().resolvedOptions().timeZone;

const remembered = (): Zone => {
  try {
    return localStorage.getItem(storageKey) === 'local' ? 'local' : 'utc';
  } catch {
    return 'utc';
  }
};

const zone = observable(remembered());

/** Chooses the zone for every time on the screen, and remembers it in this browser. */
export const chooseZone = (chosen: Zone): void => {
  zone.set(chosen);
  try {
    localStorage.setItem(storageKey, chosen);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
};

/** The name of a zone as people know it: `UTC`, `Europe/Berlin`. */
export const nameOfZone = (of: Zone): string => (of === 'utc' ? 'UTC' : localZoneName);

/** The zone in which times are written out. */
export const useZone = (): Zone => useObservable(zone);

import type { Zone } from './zone.js';

/** A time as the browser's date field writes it: without an offset, in the zone that is meant. */
export const dateFieldOf = (at: string, zone: Zone = 'local'): string => {
  const time = new Date(at);
  const offsetMs = zone === 'utc' ? 0 : time.getTimezoneOffset() * 60_000;
  return new Date(time.getTime() - offsetMs).toISOString().slice(0, 19);
};

/** The time that a date field means. */
export const timeOfField = (text: string, zone: Zone): string =>
  new Date(zone === 'utc' ? `${text}Z` : text).toISOString();

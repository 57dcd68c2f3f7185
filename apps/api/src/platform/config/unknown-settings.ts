import { settings } from './settings.js';

const ownPrefix = 'SPOOL_';
/** Names of the other programs in the repository, and what Kubernetes sets for a service that is called spool. */
const othersNames = /^SPOOL_(URL|MYSQLD|SCREENSHOTS|(TEST|BENCH|PROVE|SERVICE)_.*|PORT(_.*)?)$/;

/** How many letters must change to make one text of the other (Levenshtein). */
const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, other] of [...to].entries()) {
      const replaced = (row[index] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

const nearest = (name: string, names: readonly string[]): string =>
  names.reduce((best, one) => (distance(name, one) < distance(name, best) ? one : best), names[0] ?? '');

/** A sentence for each variable that looks like a setting and is none, with the name that was probably meant. */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): string[] => {
  const known = Object.values(settings).map(({ name }) => name);
  const candidates = known.filter((name) => name.startsWith(ownPrefix));
  return Object.keys(environment)
    .filter((name) => name.startsWith(ownPrefix) && !known.includes(name) && !othersNames.test(name))
    .map((name) => `${name} is no setting and has no effect; the nearest is ${nearest(name, candidates)}.`);
};

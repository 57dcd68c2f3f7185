/**
 * Which licences the packages in package-lock.json may have.
 *
 * @typedef {{ license?: string, dev?: boolean, link?: boolean, version?: string }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/** What Spool hands on, in its image or to whoever installs its packages. */
const forAnything = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
]);
/** What builds and tests it, and is not handed on. */
const forDevelopment = new Set([...forAnything, 'CC-BY-4.0', 'MPL-2.0', 'Python-2.0']);

const nested = /^\((.*)\)$/;

/**
 * @param {string} expression of SPDX: names, joined by OR and AND; no parentheses but around the whole
 * @param {ReadonlySet<string>} allowed
 * @returns {boolean}
 */
export function fits(expression, allowed) {
  const bare = nested.exec(expression)?.[1] ?? expression;
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((name) => allowed.has(name)));
}

/**
 * @param {Lock} lock
 * @returns {string[]} what is wrong, a line a package: a licence that is not allowed, or none
 */
export function refusedLicences({ packages }) {
  return Object.entries(packages).flatMap(([place, { license, dev, link, version }]) => {
    const [, name] = /.*node_modules\/(.+)$/.exec(place) ?? [];
    if (name === undefined || link === true) return [];
    if (license !== undefined && fits(license, dev === true ? forDevelopment : forAnything)) return [];
    return [`${name}@${version}: ${license ?? 'no licence'}${dev === true ? '' : ', and it is handed on'}`];
  });
}

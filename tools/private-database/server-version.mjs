/**
 * Reads what `mysqld --version` says. The name of a binary tells little: Debian's `mysqld` is a link to MariaDB.
 *
 * @typedef {'mariadb' | 'mysql'} ServerKind
 * @typedef {{ kind: ServerKind, version: string }} ServerVersion
 */

/** The oldest versions whose SQL Spool uses. @type {Record<ServerKind, readonly [number, number, number]>} */
const oldestSupported = { mariadb: [10, 6, 0], mysql: [8, 0, 13] };

/**
 * @param {string} output what the server printed for `--version`
 * @returns {ServerVersion | undefined} undefined when it is no server's answer
 */
export function parseServerVersion(output) {
  const version = /\bVer (\d+\.\d+\.\d+)/.exec(output)?.[1];
  if (version === undefined) return undefined;
  return { kind: /mariadb/i.test(output) ? 'mariadb' : 'mysql', version };
}

/**
 * @param {ServerVersion} server
 * @returns {boolean} whether Spool runs on it
 */
export function isSupported({ kind, version }) {
  const parts = version.split('.').map(Number);
  const oldest = oldestSupported[kind];
  const differing = oldest.findIndex((part, index) => parts[index] !== part);
  return differing === -1 || (parts[differing] ?? 0) > (oldest[differing] ?? 0);
}

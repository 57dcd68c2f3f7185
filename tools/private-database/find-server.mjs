/**
 * Looks for MariaDB and MySQL servers on this machine.
 *
 * @typedef {object} DatabaseServer
 * @property {import('./server-version.mjs').ServerKind} kind
 * @property {string} version
 * @property {string} binary path of `mariadbd` or `mysqld`
 * @property {string} [baseDirectory] the `usr` folder of a server that is unpacked somewhere of its own
 * @property {NodeJS.ProcessEnv} environment what its programs are started with
 */
import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isSupported, parseServerVersion } from './server-version.mjs';

const serverNames = ['mariadbd', 'mysqld'];

/** Where distributions put servers without adding the folder to everybody's PATH. */
const serverFolders = ['/usr/sbin', '/usr/local/sbin', '/usr/libexec'];

/**
 * The places to look at, the most preferred first.
 *
 * @param {string} searchPath the environment's PATH
 * @returns {string[]}
 */
export function serverCandidates(searchPath) {
  const folders = [...searchPath.split(path.delimiter).filter((folder) => folder !== ''), ...serverFolders];
  return serverNames.flatMap((name) => [...new Set(folders)].map((folder) => path.join(folder, name)));
}

/**
 * Asks a binary what it is.
 *
 * @param {string} binary
 * @param {Pick<DatabaseServer, 'baseDirectory' | 'environment'>} [surroundings]
 * @returns {DatabaseServer | undefined} undefined when it does not run or is too old
 */
export function inspectServer(binary, surroundings = { environment: process.env }) {
  const { environment } = surroundings;
  const answer = spawnSync(binary, ['--no-defaults', '--version'], { encoding: 'utf8', env: environment });
  const version = answer.status === 0 ? parseServerVersion(answer.stdout) : undefined;
  if (version === undefined || !isSupported(version)) return undefined;
  return { ...version, binary, ...surroundings };
}

/**
 * The servers found, at most one of each kind: what `named` points at first, then those on PATH.
 *
 * @param {object} [options]
 * @param {(string | undefined)[]} [options.named] binaries that somebody named; each must work
 * @param {string} [options.searchPath]
 * @returns {DatabaseServer[]}
 * @throws when a named binary is no supported server
 */
export function findServers({ named = [], searchPath = process.env['PATH'] ?? '' } = {}) {
  /** @type {Map<string, DatabaseServer>} */
  const byKind = new Map();
  for (const binary of named) {
    if (binary === undefined || binary === '') continue;
    const server = inspectServer(binary);
    if (server === undefined)
      throw new Error(`${binary} is no MariaDB 10.6 or MySQL 8.0.13 server, or newer.`);
    if (!byKind.has(server.kind)) byKind.set(server.kind, server);
  }
  const installed = serverCandidates(searchPath).filter((candidate) => existsSync(candidate));
  for (const binary of new Set(installed.map((candidate) => realpathSync(candidate)))) {
    const server = inspectServer(binary);
    if (server !== undefined && !byKind.has(server.kind)) byKind.set(server.kind, server);
  }
  return [...byKind.values()];
}

/** Decides which server runs the private database. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findServers } from './find-server.mjs';
import { unpackServer } from './unpack-server.mjs';

/** @typedef {import('./find-server.mjs').DatabaseServer} DatabaseServer */

const waysOut = `Spool keeps its tasks in MySQL or MariaDB, and there is no server on this machine. Three ways out:
  1. install one: the package mariadb-server (or mysql-server); Spool starts its own copy of it
  2. set DATABASE_URL=mysql://user:password@host:3306/name to a server that runs already
  3. docker compose -f docker/compose.yaml up: MySQL and Spool in containers
A server in an unusual place is named by SPOOL_MYSQLD=/path/to/mariadbd.`;

/**
 * @param {DatabaseServer[]} servers
 * @param {string} directory
 */
function chooseAmong(servers, directory) {
  /** @param {DatabaseServer} server */
  const hasData = (server) => existsSync(path.join(directory, `data-${server.kind}`));
  return servers.find(hasData) ?? (hasDataOfAnyKind(directory) ? undefined : servers[0]);
}

/** @param {string} directory */
function hasDataOfAnyKind(directory) {
  return ['data-mariadb', 'data-mysql'].some((name) => existsSync(path.join(directory, name)));
}

/**
 * The server of the kind that made the data in `directory`; without data, the first that is found or can be unpacked.
 *
 * @param {string} directory
 * @param {(message: string) => void} report
 * @returns {DatabaseServer}
 * @throws an error whose message says what to do
 */
export function chooseServer(directory, report) {
  const installed = chooseAmong(findServers({ named: [process.env['SPOOL_MYSQLD']] }), directory);
  if (installed !== undefined) return installed;
  report('No fitting database server is installed: unpacking one (once, about 60 MB)');
  const unpacked = unpackServer(path.join(directory, 'server'));
  const server = chooseAmong(unpacked === undefined ? [] : [unpacked], directory);
  if (server !== undefined) return server;
  if (!hasDataOfAnyKind(directory)) throw new Error(waysOut);
  throw new Error(
    `The server that made the data in ${directory} is not on this machine any more.\n${waysOut}`,
  );
}

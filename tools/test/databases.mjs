/** The servers that a test run starts for itself. */
import path from 'node:path';
import { startDisposableDatabase } from '../private-database/disposable-database.mjs';
import { findTestServers } from '../private-database/test-servers.mjs';

/** @typedef {import('../private-database/find-server.mjs').DatabaseServer} DatabaseServer */

/**
 * @typedef {object} TestDatabase
 * @property {string} name as a person says it: `MariaDB 10.11.19`
 * @property {Record<string, string>} environment what the tests are told
 * @property {() => Promise<void>} stop
 */

const names = { mariadb: 'MariaDB', mysql: 'MySQL' };

const whatToDo = `The tests need a MariaDB or MySQL server to start for themselves, and there is none on this machine. Either
  1. install one: the package mariadb-server, or mysql-server
  2. set SPOOL_TEST_MYSQLD=/path/to/mariadbd or /path/to/mysqld`;

/**
 * @returns {DatabaseServer[]} at least one
 * @throws an error whose message says what to do
 */
export function requireTestServers() {
  const servers = findTestServers();
  if (servers.length === 0) throw new Error(whatToDo);
  return servers;
}

/**
 * Starts all the servers, or none.
 *
 * @param {DatabaseServer[]} servers
 * @param {string} directory
 * @returns {Promise<TestDatabase[]>}
 */
export async function startTestDatabases(servers, directory) {
  const starts = await Promise.allSettled(
    servers.map(async (server) => {
      const database = await startDisposableDatabase(server, {
        directory: path.join(directory, server.kind),
      });
      const environment = {
        SPOOL_TEST_SERVER: server.kind,
        SPOOL_TEST_DATABASE_URL: database.rootUrl,
        // Whatever a test starts by itself is of the same kind.
        SPOOL_MYSQLD: server.baseDirectory === undefined ? server.binary : '',
      };
      return { name: `${names[server.kind]} ${server.version}`, environment, stop: database.stop };
    }),
  );
  const databases = starts.filter((start) => start.status === 'fulfilled').map((start) => start.value);
  const failed = starts.find((start) => start.status === 'rejected');
  if (failed === undefined) return databases;
  await Promise.all(databases.map((database) => database.stop()));
  throw failed.reason;
}

/**
 * @param {TestDatabase[]} databases
 * @returns {string} which kinds of server the run was on, and how to have the others too
 */
export function describeCoverage(databases) {
  const covered = databases.map(({ name }) => name);
  const missing = Object.values(names).filter((name) => !covered.some((entry) => entry.startsWith(name)));
  const advice = missing.map((name) => `${name} was not (no server found; SPOOL_TEST_MYSQLD names one)`);
  return [`Covered: ${covered.join(' and ')}.`, ...advice.map((text) => `${text}.`)].join(' ');
}

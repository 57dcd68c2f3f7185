/** A database server for one test, or for a whole run of tests: root has no password, commits are durable. */
import { findServers } from './find-server.mjs';
import { killServer, startServer, stopServer } from './server-process.mjs';

const accounts = [
  "CREATE USER IF NOT EXISTS 'root'@'127.0.0.1' IDENTIFIED BY ''",
  "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION",
  'CREATE DATABASE IF NOT EXISTS spool CHARACTER SET utf8mb4',
];

/** @param {import('./server-version.mjs').ServerKind | undefined} kind */
function findServerOfKind(kind) {
  const servers = findServers({ named: [process.env['SPOOL_TEST_MYSQLD'], process.env['SPOOL_MYSQLD']] });
  const server = kind === undefined ? servers[0] : servers.find((candidate) => candidate.kind === kind);
  if (server === undefined)
    throw new Error(`There is no ${kind ?? 'MariaDB or MySQL'} server on this machine.`);
  return server;
}

/** @param {string | undefined} value */
function parseKind(value) {
  return value === 'mariadb' || value === 'mysql' ? value : undefined;
}

/**
 * Starts a server over the data in `directory`, which is made when missing; a second start there finds the data of
 * the first.
 *
 * @param {import('./test-database.d.mts').PrivateDatabaseOptions} options
 * @returns {Promise<import('./test-database.d.mts').PrivateDatabase>}
 */
export async function startPrivateDatabase({ directory, server, port }) {
  const found =
    typeof server === 'object'
      ? server
      : findServerOfKind(server ?? parseKind(process.env['SPOOL_TEST_SERVER']));
  const running = await startServer(found, {
    directory,
    statements: accounts,
    ...(port === undefined ? {} : { port }),
  });
  const rootUrl = `mysql://root@127.0.0.1:${running.port}/`;
  return {
    kind: found.kind,
    version: found.version,
    url: `${rootUrl}spool`,
    rootUrl,
    port: running.port,
    pid: running.pid,
    stop: () => stopServer(running),
    kill: () => killServer(running),
  };
}

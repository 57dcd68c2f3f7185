/** A database server for tests: root has no password, commits are durable, nothing is shared with anybody. */
import { killServer, startServer, stopServer } from './server-process.mjs';

/**
 * @typedef {object} DisposableDatabase
 * @property {import('./server-version.mjs').ServerKind} kind
 * @property {string} version
 * @property {string} url an empty database that exists
 * @property {string} rootUrl the same without a database's name
 * @property {number} port
 * @property {number} pid
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill
 */

const accounts = [
  "CREATE USER IF NOT EXISTS 'root'@'127.0.0.1' IDENTIFIED BY ''",
  "GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION",
  'CREATE DATABASE IF NOT EXISTS spool CHARACTER SET utf8mb4',
];

/**
 * Starts a server over the data in `directory`, which is made when missing; a second start there finds the data of
 * the first.
 *
 * @param {import('./find-server.mjs').DatabaseServer} server
 * @param {{ directory: string, port?: number, options?: readonly string[] }} place
 * @returns {Promise<DisposableDatabase>}
 */
export async function startDisposableDatabase(server, { directory, port, options = [] }) {
  const running = await startServer(server, {
    directory,
    statements: accounts,
    options,
    ...(port === undefined ? {} : { port }),
  });
  const rootUrl = `mysql://root@127.0.0.1:${running.port}/`;
  return {
    kind: server.kind,
    version: server.version,
    url: `${rootUrl}spool`,
    rootUrl,
    port: running.port,
    pid: running.pid,
    stop: () => stopServer(running),
    kill: () => killServer(running),
  };
}

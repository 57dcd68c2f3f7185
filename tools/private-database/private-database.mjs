/** The database that `npm start` brings along when it is given none. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { isAlive } from '../processes/process-identity.mjs';
import { chooseServer } from './choose-server.mjs';
import { accountStatements, databaseUrl, loadCredentials } from './credentials.mjs';
import { joinUsers, leaveUsers } from './database-users.mjs';
import { greets } from './greeting.mjs';
import { keepRunning } from './keep-running.mjs';
import { startServer, stopServer } from './server-process.mjs';

/** @typedef {import('./server-process.mjs').RunningServer} RunningServer */
/** @typedef {(message: string) => void} Report */

/**
 * @param {string} directory
 * @returns {Promise<RunningServer | undefined>} the server that an earlier start left running
 */
async function findRunning(directory) {
  const file = path.join(directory, 'running.json');
  if (!existsSync(file)) return undefined;
  const running = /** @type {RunningServer} */ (JSON.parse(readFileSync(file, 'utf8')));
  if (!isAlive(running.identity)) return undefined;
  if (await greets(running.port)) return running;
  // Half started or half stopped: two servers over the same data must never be.
  await stopServer(running);
  return undefined;
}

/**
 * @param {string} directory
 * @param {RunningServer} running
 */
function remember(directory, running) {
  const file = path.join(directory, 'running.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/**
 * @param {string} directory
 * @param {{ report: Report, port?: number }} options the port where clients look for it already
 * @returns {Promise<RunningServer>}
 */
async function findOrStart(directory, { report, port }) {
  const found = await findRunning(directory);
  if (found !== undefined) {
    report(`Private database: already runs on 127.0.0.1:${found.port}`);
    return found;
  }
  const server = chooseServer(directory, report);
  const started = await startServer(server, {
    directory,
    statements: accountStatements(loadCredentials(directory)),
    onLaunch: (launched) => remember(directory, launched),
    ...(port === undefined ? {} : { port }),
  });
  remember(directory, started);
  const name = server.kind === 'mariadb' ? 'MariaDB' : 'MySQL';
  report(`Private database: ${name} ${server.version} on 127.0.0.1:${started.port}, data in ${directory}`);
  return started;
}

/**
 * Starts the private database below `dataDirectory`, or joins the one that runs there, and keeps it running.
 *
 * @param {string} dataDirectory
 * @param {{ report: Report, signal: AbortSignal }} options the signal ends a wait for other starts
 * @returns {Promise<{ url: string, release: () => Promise<void> }>} `release` stops the server unless somebody else
 *   uses it
 * @throws an error whose message says what to do
 */
export async function usePrivateDatabase(dataDirectory, { report, signal }) {
  const directory = path.join(dataDirectory, 'database');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = path.join(directory, 'lock');
  const onWait = () => report('Another start prepares the private database: waiting for it');
  const join = async () => ({
    entry: joinUsers(directory),
    running: await findOrStart(directory, { report }),
  });
  const { entry, running } = await withExclusiveLock(lock, join, { signal, onWait });
  const { port } = running;
  const restart = () => withExclusiveLock(lock, () => findOrStart(directory, { report, port }));
  const endWatch = keepRunning(running, { restart, report });
  const release = async () => {
    const last = await endWatch();
    await withExclusiveLock(lock, async () => {
      if (leaveUsers(directory, entry) > 0) return;
      await stopServer(last);
      rmSync(path.join(directory, 'running.json'), { force: true });
    });
  };
  return { url: databaseUrl(loadCredentials(directory), port), release };
}

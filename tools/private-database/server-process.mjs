/** Starts and stops one database server. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { identifyProcess, isAlive } from '../processes/process-identity.mjs';
import { findFreePort } from './free-port.mjs';
import { greets } from './greeting.mjs';
import { initialiseData } from './initialise-data.mjs';
import { chooseSocketPath, removeTemporaryFolder, serverOptions } from './server-options.mjs';

/** @typedef {import('./find-server.mjs').DatabaseServer} DatabaseServer */
/** @typedef {import('./server-options.mjs').ServerPlace} ServerPlace */

/**
 * @typedef {object} RunningServer
 * @property {string} identity of its process, see `identifyProcess`
 * @property {number} pid
 * @property {number} port
 * @property {string} socket
 */

const pollIntervalMs = 50;
/** Recovery after a crash may read the whole redo log first. */
const startTimeoutMs = 600_000;
const stopTimeoutMs = 120_000;
const attemptsToFindAPort = 5;

/** @param {string} file */
function readPid(file) {
  if (!existsSync(file)) return undefined;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  return Number.isInteger(pid) ? pid : undefined;
}

/**
 * @param {DatabaseServer} server
 * @param {ServerPlace} place
 * @param {readonly string[]} more
 * @returns {{ pid: number | undefined, exited: () => boolean }}
 */
function launch(server, place, more) {
  const log = openSync(place.logFile, 'a', 0o600);
  // In a session of its own: Ctrl-C in the terminal must not end the database before the API.
  const child = spawn(server.binary, serverOptions(server, place, more), {
    detached: true,
    env: server.environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  child.unref();
  return { pid: child.pid, exited: () => ended };
}

/**
 * @param {DatabaseServer} server
 * @param {ServerPlace} place
 * @param {{ onLaunch: (launched: RunningServer) => void, options: readonly string[] }} how
 * @returns {Promise<RunningServer | undefined>} undefined when the server ended instead
 */
async function launchAndWait(server, place, { onLaunch, options }) {
  const { port, socket } = place;
  rmSync(place.pidFile, { force: true });
  const launched = launch(server, place, options);
  const launchedIdentity = launched.pid === undefined ? undefined : identifyProcess(launched.pid);
  if (launched.pid !== undefined && launchedIdentity !== undefined) {
    onLaunch({ identity: launchedIdentity, pid: launched.pid, port, socket });
  }
  const deadline = Date.now() + startTimeoutMs;
  while (!launched.exited() && Date.now() < deadline) {
    // The server writes its pid after it has the port: whoever greets there now is this server.
    const pid = readPid(place.pidFile);
    const identity = pid === undefined ? undefined : identifyProcess(pid);
    if (pid !== undefined && identity !== undefined && (await greets(port))) {
      return { identity, pid, port, socket };
    }
    await wait(pollIntervalMs);
  }
  return undefined;
}

/**
 * Starts a server over `<directory>/data-<kind>`, made when missing, and waits until it takes connections.
 *
 * @param {DatabaseServer} server
 * @param {object} options
 * @param {string} options.directory for data, log, socket and the rest
 * @param {string[]} options.statements SQL that brings accounts and databases up to date, run as root each time
 * @param {number} [options.port] default: a free one
 * @param {readonly string[]} [options.options] for the server, beside the usual ones
 * @param {(launched: RunningServer) => void} [options.onLaunch] called before the server is ready, so that a caller
 *   that dies meanwhile has written down whom it left behind
 * @returns {Promise<RunningServer>}
 * @throws with the end of the server's log when it does not come up
 */
export async function startServer(
  server,
  { directory, statements, port, options = [], onLaunch = () => {} },
) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const logFile = path.join(directory, 'server.log');
  const dataDirectory = path.join(directory, `data-${server.kind}`);
  await initialiseData(server, { dataDirectory, logFile });
  const initFile = path.join(directory, 'start.sql');
  writeFileSync(initFile, statements.map((statement) => `${statement};\n`).join(''), { mode: 0o600 });
  try {
    for (let attempt = 1; attempt <= attemptsToFindAPort; attempt += 1) {
      const place = { dataDirectory, logFile, initFile, pidFile: path.join(directory, 'server.pid') };
      const sockets = { socket: chooseSocketPath(directory), port: port ?? (await findFreePort()) };
      const running = await launchAndWait(server, { ...place, ...sockets }, { onLaunch, options });
      if (running !== undefined) return running;
      const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-12).join('\n');
      if (port === undefined && /address already in use/i.test(lastLines)) continue;
      throw new Error(`${server.binary} did not start; ${logFile} ends with:\n${lastLines}`);
    }
    throw new Error(`${server.binary} found no free port in ${attemptsToFindAPort} attempts.`);
  } finally {
    rmSync(initFile, { force: true });
  }
}

/**
 * @param {RunningServer} running
 * @param {NodeJS.Signals} signal
 */
function send(running, signal) {
  if (isAlive(running.identity)) process.kill(running.pid, signal);
}

/**
 * @param {RunningServer} running
 * @param {number} timeoutMs
 */
async function waitForEnd(running, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(running.identity) && Date.now() < deadline) await wait(pollIntervalMs);
}

/**
 * Ends a server cleanly and waits for its end.
 *
 * @param {RunningServer} running
 */
export async function stopServer(running) {
  send(running, 'SIGTERM');
  await waitForEnd(running, stopTimeoutMs);
  await killServer(running);
}

/**
 * Ends a server as a crash would, with SIGKILL, and waits until it is gone.
 *
 * @param {RunningServer} running
 */
export async function killServer(running) {
  send(running, 'SIGKILL');
  await waitForEnd(running, stopTimeoutMs);
  removeTemporaryFolder(running.socket);
}

/** Makes a server's data directory, once. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

/** @typedef {import('./find-server.mjs').DatabaseServer} DatabaseServer */

/** As root a server refuses to run until it is told so; anybody else must not name a user. */
export const runAsOptions = process.getuid?.() === 0 ? ['--user=root'] : [];

/**
 * @param {DatabaseServer} server
 * @returns {string} the script that makes MariaDB's system tables
 */
function findInstallScript({ binary, baseDirectory }) {
  const folders = baseDirectory === undefined ? [] : [path.join(baseDirectory, 'bin')];
  folders.push(
    path.join(path.dirname(binary), '..', 'bin'),
    path.join(path.dirname(binary), '..', 'scripts'),
  );
  folders.push(...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin');
  const scripts = ['mariadb-install-db', 'mysql_install_db'].flatMap((name) =>
    folders.map((folder) => path.join(folder, name)),
  );
  const script = scripts.find((candidate) => existsSync(candidate));
  if (script === undefined) throw new Error(`mariadb-install-db, which belongs to ${binary}, is not there.`);
  return script;
}

/**
 * @param {DatabaseServer} server
 * @param {string} dataDirectory
 * @returns {{ command: string, options: string[] }}
 */
function initialisation(server, dataDirectory) {
  const base = server.baseDirectory === undefined ? [] : [`--basedir=${server.baseDirectory}`];
  const options = ['--no-defaults', `--datadir=${dataDirectory}`, ...base, ...runAsOptions];
  switch (server.kind) {
    case 'mariadb':
      return {
        command: findInstallScript(server),
        options: [
          ...options,
          '--auth-root-authentication-method=normal',
          '--skip-test-db',
          '--skip-name-resolve',
        ],
      };
    case 'mysql':
      return { command: server.binary, options: [...options, '--initialize-insecure'] };
  }
}

/**
 * @param {string} command
 * @param {string[]} options
 * @param {{ environment: NodeJS.ProcessEnv, logFile: string }} surroundings
 * @returns {Promise<number | string>} the exit code, or what kept it from running
 */
function run(command, options, { environment, logFile }) {
  const log = openSync(logFile, 'a', 0o600);
  return new Promise((resolve) => {
    const child = spawn(command, options, { env: environment, stdio: ['ignore', log, log] });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  }).finally(() => closeSync(log));
}

/**
 * Makes the data directory unless it is there. It is made aside and renamed at the end, so that an interrupted first
 * start leaves nothing half done.
 *
 * @param {DatabaseServer} server
 * @param {{ dataDirectory: string, logFile: string }} place
 * @throws with the end of the log when the server refuses
 */
export async function initialiseData(server, { dataDirectory, logFile }) {
  if (existsSync(dataDirectory)) return;
  const unfinished = `${dataDirectory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  const { command, options } = initialisation(server, unfinished);
  const outcome = await run(command, options, { environment: server.environment, logFile });
  if (outcome !== 0) {
    const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-8).join('\n');
    throw new Error(`${command} could not make ${dataDirectory} (${outcome}):\n${lastLines}`);
  }
  renameSync(unfinished, dataDirectory);
}

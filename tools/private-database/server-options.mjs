/** The command line of a private server. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAsOptions } from './initialise-data.mjs';

/** The operating system's limit for a socket's path is 104 to 108 bytes, its closing zero included. */
const longestSocketPath = 100;

const temporaryFolderPrefix = 'spool-socket-';

/**
 * A path for the server's socket: beside the data, or in a short temporary folder when that is too deep.
 *
 * @param {string} directory
 */
export function chooseSocketPath(directory) {
  const beside = path.join(directory, 'server.sock');
  if (Buffer.byteLength(beside) <= longestSocketPath) return beside;
  const short = tmpdir().length < longestSocketPath / 2 ? tmpdir() : '/tmp';
  return path.join(mkdtempSync(path.join(short, temporaryFolderPrefix)), 'server.sock');
}

/**
 * Removes the temporary folder of a server that has ended, if its socket was in one.
 *
 * @param {string} socket
 */
export function removeTemporaryFolder(socket) {
  const folder = path.dirname(socket);
  if (path.basename(folder).startsWith(temporaryFolderPrefix))
    rmSync(folder, { recursive: true, force: true });
}

/** A commit is on disk before it is answered; the rest is sized for a laptop. */
const settings = [
  '--innodb-flush-log-at-trx-commit=1',
  '--innodb-buffer-pool-size=256M',
  '--max-connections=300',
  '--max-allowed-packet=64M',
  '--character-set-server=utf8mb4',
  '--skip-name-resolve',
];

/** @type {Record<import('./server-version.mjs').ServerKind, string[]>} */
const settingsOfKind = {
  mariadb: [],
  mysql: ['--disable-log-bin', '--mysqlx=OFF', '--secure-file-priv=NULL'],
};

/**
 * @typedef {object} ServerPlace
 * @property {string} dataDirectory
 * @property {string} logFile
 * @property {string} pidFile
 * @property {string} socket
 * @property {string} initFile SQL that the server runs before it takes connections
 * @property {number} port
 */

/**
 * @param {import('./find-server.mjs').DatabaseServer} server
 * @param {ServerPlace} place
 * @param {readonly string[]} more options beside the usual ones
 * @returns {string[]}
 */
export function serverOptions(server, place, more) {
  return [
    '--no-defaults',
    ...runAsOptions,
    ...(server.baseDirectory === undefined ? [] : [`--basedir=${server.baseDirectory}`]),
    `--datadir=${place.dataDirectory}`,
    `--socket=${place.socket}`,
    `--port=${place.port}`,
    '--bind-address=127.0.0.1',
    `--pid-file=${place.pidFile}`,
    `--log-error=${place.logFile}`,
    `--init-file=${place.initFile}`,
    ...settings,
    ...settingsOfKind[server.kind],
    ...more,
  ];
}

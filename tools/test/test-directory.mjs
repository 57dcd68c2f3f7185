/** The folder of one test run: its databases, and everything that tests put into temporary folders. */
import {
  accessSync,
  constants,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { identifyProcess, isAlive } from '../processes/process-identity.mjs';

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;
const prefix = 'spool-test-';
const ownerFile = 'owner';

/** Databases in memory start and commit faster, where the machine has plenty of it. */
function chooseParent() {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= neededBytes ? memoryFolder : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Ends the servers that were started below a folder: those that a killed test could not stop itself.
 *
 * @param {string} directory
 */
function killServersBelow(directory) {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => path.basename(name) === 'server.pid')) {
    const pid = Number.parseInt(readText(path.join(directory, file)), 10);
    // The id may be another process's by now; a server's command line names its folder.
    if (pid > 0 && readText(`/proc/${pid}/cmdline`).includes(directory)) process.kill(pid, 'SIGKILL');
  }
}

/**
 * Removes the folder and what still runs in it.
 *
 * @param {string} directory
 */
export function removeTestDirectory(directory) {
  killServersBelow(directory);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** @param {string} parent */
function removeAbandoned(parent) {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const owner = readText(path.join(parent, name, ownerFile));
    if (owner !== '' && !isAlive(owner)) removeTestDirectory(path.join(parent, name));
  }
}

/** @returns {string} a new folder, after those of runs that were killed have been removed */
export function makeTestDirectory() {
  const parent = chooseParent();
  removeAbandoned(parent);
  const directory = mkdtempSync(path.join(parent, prefix));
  writeFileSync(path.join(directory, ownerFile), identifyProcess(process.pid) ?? '');
  return directory;
}

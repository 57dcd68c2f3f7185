import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memoryFolder = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;

/** Databases in memory start and commit faster, where the machine has plenty of it. */
function hasRoomInMemory() {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    return bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}

/** @returns {string} a new folder for the databases of a test run */
export function makeTestDirectory() {
  return mkdtempSync(path.join(hasRoomInMemory() ? memoryFolder : tmpdir(), 'spool-test-'));
}

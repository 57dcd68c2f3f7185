/**
 * A lock between processes, kept in a file that names its holder. A holder that died does not block anyone.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode } from './error-code.mjs';
import { identifyProcess, isAlive } from './process-identity.mjs';

const pollIntervalMs = 100;

/** @param {string} file */
function readHolder(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Links a file that already has its content into place: nobody ever reads a lock that names no holder.
 *
 * @param {string} file
 * @param {string} holder
 */
function tryToTake(file, holder) {
  const candidate = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(candidate, holder, { mode: 0o600 });
  try {
    linkSync(candidate, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(candidate, { force: true });
  }
}

/**
 * Takes a dead holder's lock away. Between reading and renaming somebody else may have done so and taken the lock
 * anew: then theirs is put back.
 *
 * @param {string} file
 * @param {string} deadHolder
 */
function removeStale(file, deadHolder) {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readHolder(aside) === deadHolder) rmSync(aside, { force: true });
  else renameSync(aside, file);
}

/**
 * Runs `action` while no other process runs one under the same file.
 *
 * @template Result
 * @param {string} file the lock's file; its folder is made when missing
 * @param {() => Promise<Result>} action
 * @param {object} [options]
 * @param {() => void} [options.onWait] called once when somebody else holds the lock
 * @param {AbortSignal} [options.signal] ends the wait
 * @returns {Promise<Result>}
 * @throws the signal's reason when it ends the wait
 */
export async function withExclusiveLock(file, action, { onWait = () => {}, signal } = {}) {
  const holder = identifyProcess(process.pid) ?? String(process.pid);
  mkdirSync(path.dirname(file), { recursive: true });
  let announced = false;
  while (!tryToTake(file, holder)) {
    const current = readHolder(file);
    if (current !== undefined && !isAlive(current)) {
      removeStale(file, current);
      continue;
    }
    if (!announced) onWait();
    announced = true;
    await wait(pollIntervalMs, undefined, { signal });
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

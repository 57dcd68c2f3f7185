/** The processes that use one private database: the last of them to go stops it. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identifyProcess, isAlive } from '../processes/process-identity.mjs';

const identity = identifyProcess(process.pid) ?? String(process.pid);

/** @param {string} directory */
export function joinUsers(directory) {
  mkdirSync(path.join(directory, 'users'), { recursive: true });
  writeFileSync(path.join(directory, 'users', identity), '');
}

/**
 * @param {string} directory
 * @returns {number} how many others are left
 */
export function leaveUsers(directory) {
  const folder = path.join(directory, 'users');
  const others = readdirSync(folder).filter((entry) => entry !== identity && isAlive(entry));
  for (const entry of readdirSync(folder)) {
    if (!others.includes(entry)) rmSync(path.join(folder, entry), { force: true });
  }
  return others.length;
}

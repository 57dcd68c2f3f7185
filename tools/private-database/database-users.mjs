/** Who uses one private database: the last user to go stops it. One that died no longer counts. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { identifyProcess, isAlive } from '../processes/process-identity.mjs';

/**
 * @param {string} directory
 * @returns {string} the entry to leave with
 */
export function joinUsers(directory) {
  const identity = identifyProcess(process.pid) ?? String(process.pid);
  const entry = `${identity}@${randomBytes(6).toString('hex')}`;
  mkdirSync(path.join(directory, 'users'), { recursive: true });
  writeFileSync(path.join(directory, 'users', entry), '');
  return entry;
}

/**
 * @param {string} directory
 * @param {string} entry as `joinUsers` returned it
 * @returns {number} how many others are left
 */
export function leaveUsers(directory, entry) {
  const folder = path.join(directory, 'users');
  const entries = readdirSync(folder);
  const others = entries.filter((other) => other !== entry && isAlive(other.split('@')[0] ?? ''));
  for (const gone of entries.filter((other) => !others.includes(other))) {
    rmSync(path.join(folder, gone), { force: true });
  }
  return others.length;
}

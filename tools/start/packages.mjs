/** Installs the packages that the lockfile names, when they are not there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../processes/run-quietly.mjs';

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/**
 * Whether `installed` (npm's own note of what it put into `node_modules`) has all that `wanted` names. Optional
 * packages are not asked for: which of them are installed depends on the machine.
 *
 * @param {Lockfile} wanted
 * @param {Lockfile} installed
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages ?? {}).every(([location, entry]) => {
    if (!location.includes('node_modules/') || entry.optional || entry.devOptional) return true;
    const found = installed.packages?.[location];
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
  });
}

/** @param {string} file @returns {Lockfile} */
const readLockfile = (file) => /** @type {Lockfile} */ (JSON.parse(readFileSync(file, 'utf8')));

/**
 * @param {string} root the repository
 * @param {{ report: (message: string) => void, signal?: AbortSignal }} options
 */
export async function ensurePackages(root, { report, signal }) {
  const installed = path.join(root, 'node_modules', '.package-lock.json');
  const wanted = readLockfile(path.join(root, 'package-lock.json'));
  if (existsSync(installed) && isInstalled(wanted, readLockfile(installed))) return;
  report('Packages: installing (npm ci); this takes a minute or two');
  const startedAt = performance.now();
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  await runQuietly('npm', options, { cwd: root, ...(signal === undefined ? {} : { signal }) });
  report(`Packages: installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}

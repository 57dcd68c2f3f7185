/**
 * Finds programs of others that tests run for real, such as a proxy or Prometheus: installed ones, else the
 * distribution's packages, unpacked once into a folder of the repository.
 *
 * @typedef {object} FoundProgram
 * @property {string} path
 * @property {string | undefined} root the folder that its packages were unpacked into; undefined when it is installed
 * @property {NodeJS.ProcessEnv} environment what to start it with
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { unpackedEnvironment, unpackPackages } from './unpack-packages.mjs';

const cache = fileURLToPath(new URL('../../node_modules/.cache/spool-programs', import.meta.url));

/** Where distributions put programs without adding the folder to everybody's PATH. */
const systemFolders = ['/usr/local/sbin', '/usr/sbin', '/sbin'];
const unpackedFolders = ['usr/bin', 'usr/sbin', 'bin', 'sbin'];

/**
 * @param {string} name
 * @param {string} searchPath the environment's PATH
 * @returns {string[]} where an installed program may be, the most preferred first
 */
export function programCandidates(name, searchPath) {
  const folders = [...searchPath.split(path.delimiter).filter((folder) => folder !== ''), ...systemFolders];
  return [...new Set(folders)].map((folder) => path.join(folder, name));
}

/** @param {readonly string[]} packages */
function waysOut(packages) {
  const names = packages.join(' and ');
  return `install ${names}, or run on Debian or Ubuntu, where it is unpacked without touching the system`;
}

/**
 * The folder into which the packages are unpacked; the first call does it, others wait.
 *
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} undefined when the system does not offer them
 */
async function unpackOnce(packages) {
  const root = path.join(cache, packages.join('+'));
  return withExclusiveLock(`${root}.lock`, async () => {
    if (existsSync(root) || unpackPackages(root, [packages])) return root;
    return undefined;
  });
}

/**
 * A file of packages that is no program, such as a library that another program loads.
 *
 * @param {{ file: string, packages: readonly string[] }} wanted the file's path from the root, without its slash
 * @returns {Promise<FoundProgram>}
 * @throws an error whose message says what to do
 */
export async function findPackageFile({ file, packages }) {
  const installed = path.join('/', file);
  if (existsSync(installed)) return { path: installed, root: undefined, environment: process.env };
  const root = await unpackOnce(packages);
  if (root !== undefined && existsSync(path.join(root, file))) {
    return { path: path.join(root, file), root, environment: unpackedEnvironment(root) };
  }
  throw new Error(`${installed} is not on this machine: ${waysOut(packages)}.`);
}

/**
 * A program on PATH, else the one of these packages.
 *
 * @param {{ name: string, packages: readonly string[] }} wanted packages: what Debian calls it; what they need comes along
 * @returns {Promise<FoundProgram>}
 * @throws an error whose message says what to do
 */
export async function findProgram({ name, packages }) {
  const installed = programCandidates(name, process.env['PATH'] ?? '').find((file) => existsSync(file));
  if (installed !== undefined) return { path: installed, root: undefined, environment: process.env };
  const root = await unpackOnce(packages);
  const unpacked = unpackedFolders
    .map((folder) => path.join(root ?? cache, folder, name))
    .find((file) => existsSync(file));
  if (root !== undefined && unpacked !== undefined) {
    return { path: unpacked, root, environment: unpackedEnvironment(root) };
  }
  throw new Error(`The program ${name} is not on this machine: ${waysOut(packages)}.`);
}

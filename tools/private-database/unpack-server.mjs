/**
 * Unpacks the distribution's database server into a folder of its own, where none is installed: on Debian and Ubuntu,
 * with no right of an administrator, and without touching the system.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { inspectServer, serverCandidates } from './find-server.mjs';

/** @typedef {import('./find-server.mjs').DatabaseServer} DatabaseServer */

/**
 * What releases of Debian and Ubuntu call a server without its system service. MariaDB's installation script reads
 * its options with a program that comes with the client.
 */
const packageSets = [
  ['mariadb-server-core', 'mariadb-client-core'],
  ['mariadb-server-core-10.6', 'mariadb-client-core-10.6'],
  ['mysql-server-core'],
  ['mysql-server-core-8.0'],
];

/** Present on every system, or of use only to the service that is not installed. */
const needlessPackages = /^(perl|libperl|libc6|libc-bin|debconf|adduser|passwd)/;

const aptTimeoutMs = 300_000;

/**
 * The packages that an installation would add: the server and those of its libraries that the system lacks.
 *
 * @param {string} simulation what `apt-get install --simulate` printed
 * @returns {string[]} each `name=version`
 */
export function packagesToInstall(simulation) {
  return [...simulation.matchAll(/^Inst (\S+) (?:\[[^\]]*\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
}

/**
 * @param {string} root where a server was unpacked
 * @returns {DatabaseServer | undefined}
 */
export function findUnpackedServer(root) {
  const libraries = ['lib', 'usr/lib'].map((folder) => path.join(root, folder));
  const nested = libraries
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'));
  const searched = [...nested, ...libraries, process.env['LD_LIBRARY_PATH'] ?? ''].filter(
    (entry) => entry !== '',
  );
  const environment = { ...process.env, LD_LIBRARY_PATH: searched.join(':') };
  const candidates = serverCandidates('')
    .map((candidate) => path.join(root, candidate))
    .filter((candidate) => existsSync(candidate));
  for (const candidate of candidates) {
    const server = inspectServer(candidate, { baseDirectory: path.join(root, 'usr'), environment });
    if (server !== undefined) return server;
  }
  return undefined;
}

/**
 * @param {string} command
 * @param {string[]} options
 * @param {string} [workingDirectory]
 * @returns {string | undefined} what it printed, or undefined when it failed
 */
function run(command, options, workingDirectory) {
  const result = spawnSync(command, options, {
    encoding: 'utf8',
    cwd: workingDirectory,
    timeout: aptTimeoutMs,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
    maxBuffer: 64 * 1024 * 1024,
  });
  return result.status === 0 ? result.stdout : undefined;
}

/**
 * Downloads with lists and caches of its own; only the knowledge of what is installed is the system's.
 *
 * @param {string} workspace
 * @returns {string[] | undefined} the packages' files, or undefined when the distribution offers no server
 */
function downloadPackages(workspace) {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'packages']) {
    mkdirSync(path.join(workspace, folder), { recursive: true });
  }
  const apt = ['-qq', '-o', `Dir::State::Lists=${workspace}/lists`, '-o', `Dir::Cache=${workspace}/cache`];
  apt.push('-o', `APT::Sandbox::User=${userInfo().username}`, '-o', 'Debug::NoLocking=1');
  if (run('apt-get', [...apt, 'update']) === undefined) return undefined;
  const packages = path.join(workspace, 'packages');
  for (const names of packageSets) {
    const simulation = run('apt-get', [...apt, 'install', '--simulate', '--no-install-recommends', ...names]);
    const wanted = packagesToInstall(simulation ?? '').filter((entry) => !needlessPackages.test(entry));
    if (wanted.length === 0) continue;
    if (run('apt-get', [...apt, 'download', ...wanted], packages) === undefined) continue;
    return readdirSync(packages).map((file) => path.join(packages, file));
  }
  return undefined;
}

/**
 * Unpacks a server into `root`, or takes the one that is already there.
 *
 * @param {string} root
 * @returns {DatabaseServer | undefined} undefined where the system is neither Debian nor Ubuntu, or offers no server
 */
export function unpackServer(root) {
  const existing = findUnpackedServer(root);
  if (existing !== undefined) return existing;
  if (!existsSync('/etc/debian_version')) return undefined;
  const workspace = `${root}.unfinished`;
  rmSync(workspace, { recursive: true, force: true });
  try {
    const files = downloadPackages(workspace);
    if (files === undefined) return undefined;
    const target = path.join(workspace, 'root');
    for (const file of files) {
      if (run('dpkg-deb', ['--extract', file, target]) === undefined) return undefined;
    }
    rmSync(root, { recursive: true, force: true });
    renameSync(target, root);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
  return findUnpackedServer(root);
}

/**
 * Unpacks packages of the distribution into a folder of its own: on Debian and Ubuntu, with no right of an
 * administrator, and without touching the system.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** Present on every system, or of use only to a service that is not installed. */
const needlessPackages = /^(perl|libperl|libc6|libc-bin|debconf|adduser|passwd)/;

const aptTimeoutMs = 300_000;

/**
 * The packages that an installation would add: those that are asked for, and those that they need and the system lacks.
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
 * @param {string} root where packages were unpacked
 * @returns {NodeJS.ProcessEnv} what their programs are started with, so that they find their libraries
 */
export function unpackedEnvironment(root) {
  const libraries = ['lib', 'usr/lib'].map((folder) => path.join(root, folder));
  const nested = libraries
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)))
    .filter((folder) => folder.endsWith('-linux-gnu'));
  const searched = [...nested, ...libraries, process.env['LD_LIBRARY_PATH'] ?? ''].filter(
    (entry) => entry !== '',
  );
  return { ...process.env, LD_LIBRARY_PATH: searched.join(':') };
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
 * @param {readonly (readonly string[])[]} packageSets
 * @returns {string[] | undefined} the packages' files, or undefined when the distribution offers none of the sets
 */
function downloadPackages(workspace, packageSets) {
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
 * Unpacks the first of the sets that the distribution offers; `root` is there whole or not at all.
 *
 * @param {string} root
 * @param {readonly (readonly string[])[]} packageSets what to ask for; what they need comes along
 * @returns {boolean} false where the system is neither Debian nor Ubuntu, or offers none of them
 */
export function unpackPackages(root, packageSets) {
  if (!existsSync('/etc/debian_version')) return false;
  const workspace = `${root}.unfinished`;
  rmSync(workspace, { recursive: true, force: true });
  try {
    const files = downloadPackages(workspace, packageSets);
    if (files === undefined) return false;
    const target = path.join(workspace, 'root');
    for (const file of files) {
      if (run('dpkg-deb', ['--extract', file, target]) === undefined) return false;
    }
    rmSync(root, { recursive: true, force: true });
    renameSync(target, root);
    return true;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

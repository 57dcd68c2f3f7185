import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findTestServers } from '../private-database/test-servers.mjs';
import { runVisibly } from '../processes/run-visibly.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { formatDocument, prepareProgram } from '../programs/own-program.mjs';
import { makeTestDirectory, removeTestDirectory } from '../test/test-directory.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const project = path.join(root, 'prove');

/**
 * Everything that the run starts lives in a folder that is removed with what still runs in it.
 *
 * @param {string[]} options the command line
 * @returns {Promise<number>} the exit code
 */
export async function prove(options) {
  const stop = listenForStop();
  await prepareProgram({ root, project }, { signal: stop.signal, hasOwnPackages: false });
  const directory = makeTestDirectory();
  try {
    const kinds = findTestServers().map(({ kind }) => kind);
    const program = path.join(project, 'dist', 'main.js');
    const code = await runVisibly(process.execPath, ['--enable-source-maps', program, ...options], {
      cwd: root,
      environment: { ...process.env, TMPDIR: directory, SPOOL_PROVE_SERVERS: kinds.join(',') },
      signal: stop.signal,
    });
    await formatDocument(root, path.join('docs', 'reliability.md'), stop.signal);
    return stop.signal.aborted ? stop.exitCode() : code;
  } finally {
    removeTestDirectory(directory);
  }
}

/** What `npm run bench` and `npm run prove` have in common: a program that is built when it runs, and what it writes. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { runQuietly } from '../processes/run-quietly.mjs';
import { ensureBuild } from '../start/build.mjs';
import { ensurePackages } from '../start/packages.mjs';

/** @param {string} message */
const report = (message) => console.log(message);

/**
 * Packages and build of everything, then the program of one project, which those leave out.
 *
 * @param {{ root: string, project: string }} folders
 * @param {{ signal: AbortSignal, hasOwnPackages: boolean }} options
 */
export function prepareProgram({ root, project }, { signal, hasOwnPackages }) {
  const run = (/** @type {string} */ program, /** @type {string[]} */ options) =>
    runQuietly(program, options, { cwd: root, signal });
  return withExclusiveLock(
    path.join(root, '.data', 'preparation.lock'),
    async () => {
      await ensurePackages(root, { report, signal });
      await ensureBuild(root, { report, signal });
      if (hasOwnPackages) {
        await ensurePackages(project, { report, signal });
        // The checks cannot tell what is wrong with code over packages that they do not have.
        await run(path.join(root, 'node_modules', '.bin', 'tsc'), ['-p', project]);
      }
      await run(process.execPath, [path.join(root, 'tools', 'compile.mjs'), project]);
    },
    { signal },
  );
}

/**
 * Formats what a program has written as everything in the repository is.
 *
 * @param {string} root
 * @param {string} document relative to the repository
 * @param {AbortSignal} signal
 */
export async function formatDocument(root, document, signal) {
  if (signal.aborted || !existsSync(path.join(root, document))) return;
  const prettier = path.join(root, 'node_modules', '.bin', 'prettier');
  await runQuietly(prettier, ['--write', document], { cwd: root, signal });
}

/** Runs the API and ends it in an orderly way. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** How long beyond the API's own limit for stopping: it normally ends itself. */
const stopMarginMs = 15_000;
const defaultShutdownTimeoutMs = 15_000;
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href;
const api = fileURLToPath(new URL('../../apps/api/dist/main.js', import.meta.url));

/**
 * Runs the API until it ends, or until `signal` says to stop it.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {AbortSignal} signal
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function runApi(environment, signal) {
  const stopTimeoutMs =
    stopMarginMs + (Number(environment['SPOOL_SHUTDOWN_TIMEOUT_MS']) || defaultShutdownTimeoutMs);
  return new Promise((resolve, reject) => {
    // In a session of its own, so that Ctrl-C reaches it once, through this process.
    const child = spawn(process.execPath, ['--enable-source-maps', '--import', endWithParent, api], {
      detached: true,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    /** @type {NodeJS.Timeout | undefined} */
    let deadline;
    const stop = () => {
      child.kill('SIGTERM');
      deadline = setTimeout(() => {
        console.error(`The API did not stop in ${stopTimeoutMs / 1000} s: killed`);
        child.kill('SIGKILL');
      }, stopTimeoutMs);
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    child.once('error', reject);
    child.once('exit', (code, endedBy) => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      resolve(code ?? 128 + (endedBy === null ? 1 : constants.signals[endedBy]));
    });
  });
}

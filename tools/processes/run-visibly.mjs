import { spawn } from 'node:child_process';

const graceMs = 5_000;

/**
 * Runs a command that writes to this process's own output. When the signal comes, the command and all its children
 * are ended.
 *
 * @param {string} command
 * @param {string[]} options
 * @param {{ cwd: string, environment?: NodeJS.ProcessEnv, signal: AbortSignal }} surroundings
 * @returns {Promise<number>} the exit code; 1 when it did not run or was ended by a signal
 */
export function runVisibly(command, options, { cwd, environment = process.env, signal }) {
  if (signal.aborted) return Promise.resolve(1);
  return new Promise((resolve) => {
    // A group of its own, so that the children of the command can be ended with it.
    const child = spawn(command, options, {
      cwd,
      env: environment,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    /** @type {NodeJS.Timeout | undefined} */
    let deadline;
    /** @param {NodeJS.Signals} name */
    const endGroup = (name) => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, name);
      } catch {
        // The group has ended meanwhile.
      }
    };
    const stop = () => {
      endGroup('SIGTERM');
      deadline = setTimeout(() => endGroup('SIGKILL'), graceMs);
    };
    /** @param {number} code */
    const finish = (code) => {
      clearTimeout(deadline);
      signal.removeEventListener('abort', stop);
      resolve(code);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`);
      finish(1);
    });
    child.once('exit', (code) => finish(code ?? 1));
  });
}

import { spawn } from 'node:child_process';

/**
 * Runs a command whose output matters only when it fails.
 *
 * @param {string} command
 * @param {string[]} options
 * @param {{ cwd: string, signal?: AbortSignal, env?: NodeJS.ProcessEnv }} surroundings the signal ends the command
 * @returns {Promise<void>}
 * @throws with everything it printed when it fails
 */
export function runQuietly(command, options, { cwd, signal, env = process.env }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], signal });
    /** @type {Buffer[]} */
    const printed = [];
    child.stdout.on('data', (chunk) => printed.push(chunk));
    child.stderr.on('data', (chunk) => printed.push(chunk));
    child.once('error', reject);
    child.once('close', (code, endedBy) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(
            `${Buffer.concat(printed)}\n${command} ${options.join(' ')} failed (${code ?? endedBy}).`,
          ),
        );
    });
  });
}

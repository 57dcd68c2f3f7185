import { spawn } from 'node:child_process';

/**
 * Runs a command whose output matters only when it fails.
 *
 * @param {string} command
 * @param {string[]} options
 * @param {{ cwd: string, signal?: AbortSignal }} surroundings the signal ends the command
 * @returns {Promise<void>}
 * @throws with everything it printed when it fails
 */
export function runQuietly(command, options, { cwd, signal }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, options, { cwd, signal, stdio: ['ignore', 'pipe', 'pipe'] });
    /** @type {Buffer[]} */
    const printed = [];
    /** @param {Buffer} chunk */
    const collect = (chunk) => printed.push(chunk);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', reject);
    child.once('close', (code, endedBy) => {
      const output = Buffer.concat(printed).toString();
      if (code === 0) resolve();
      else reject(new Error(`${output}\n${command} ${options.join(' ')} failed (${code ?? endedBy}).`));
    });
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findProgram } from './programs.js';

/** A HAProxy that runs. */
export interface Haproxy {
  /** Throws, with what it said, when it has ended. */
  requireAlive(): void;
  close(): Promise<void>;
}

/** A reference configuration of docker/ with other addresses; throws when one that is to be replaced is not in it. */
export const haproxyConfiguration = async (
  name: string,
  replacements: readonly (readonly [there: string, here: string])[],
): Promise<string> => {
  let text = await readFile(new URL(`../../../docker/${name}`, import.meta.url), 'utf8');
  for (const [there, here] of replacements) {
    if (!text.includes(there)) throw new Error(`docker/${name} does not contain "${there}".`);
    text = text.replace(there, here);
  }
  return text;
};

/** Starts HAProxy: installed, else unpacked. */
export const startHaproxy = async (configuration: string): Promise<Haproxy> => {
  const program = await findProgram({ name: 'haproxy', packages: ['haproxy'] });
  const directory = await mkdtemp(path.join(tmpdir(), 'spool-haproxy-'));
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, configuration);
  const child = spawn(program.path, ['-f', file, '-db'], {
    env: program.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
  const ended = once(child, 'exit');
  return {
    requireAlive: () => {
      if (child.exitCode !== null) throw new Error(`HAProxy ended:\n${said}`);
    },
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
};

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Surroundings } from './document.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** What matters of the machine, and nothing that names it. */
const machineText = (): string => {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB of memory, ${type()}`;
};

const commitText = (): string => {
  try {
    const options = { cwd: repository, encoding: 'utf8' } as const;
    return ` (${execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim()})`;
  } catch {
    return '';
  }
};

/** Where and with what a run of so many minutes was made. */
export const surroundingsOf = (minutes: number, servers: Iterable<string>): Surroundings => {
  const manifest: unknown = JSON.parse(readFileSync(`${repository}package.json`, 'utf8'));
  const version = String(Reflect.get(Object(manifest), 'version'));
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: machineText(),
    revision: `Spool ${version}${commitText()}, Node ${process.versions.node}, ${[...new Set(servers)].join(', ')}.`,
    minutes,
  };
};

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { fileURLToPath } from 'node:url';
import { describeSide, type Need, type SideName } from '../sides/catalogue.js';

const repository = new URL('../../../', import.meta.url);
const serverNames: Readonly<Record<Need, string>> = {
  mariadb: 'MariaDB',
  mysql: 'MySQL',
  redis: 'Redis',
  'redis-fsync': 'Redis',
  postgresql: 'PostgreSQL',
};

/** Where it was measured: what matters for speed, and nothing that names the machine. */
export const machineText = (): string => {
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB of memory, ${type()}`;
};

const packageVersion = (file: string): string => {
  const content: unknown = JSON.parse(readFileSync(fileURLToPath(new URL(file, repository)), 'utf8'));
  return String(Reflect.get(Object(content), 'version'));
};

const commitText = (): string => {
  try {
    const options = { cwd: fileURLToPath(repository), encoding: 'utf8' } as const;
    return ` (${execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim()})`;
  } catch {
    return '';
  }
};

/** The versions of everything that took part. */
export const versionsText = (servers: ReadonlyMap<Need, string>, sides: readonly SideName[]): string => {
  const packages = new Set(sides.flatMap((side) => describeSide(side).packageName ?? []));
  const peers = [...packages].map(
    (name) => `${name} ${packageVersion(`bench/node_modules/${name}/package.json`)}`,
  );
  const named = new Set([...servers].map(([need, version]) => `${serverNames[need]} ${version}`));
  return [
    `Spool ${packageVersion('package.json')}${commitText()}`,
    `Node ${process.versions.node}`,
    ...named,
    ...peers,
  ].join(', ');
};

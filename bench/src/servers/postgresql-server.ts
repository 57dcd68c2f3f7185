import { spawnSync, type SpawnOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { findFreePort } from './free-port.js';
import { startServer } from './server-process.js';

const packagesFolder = '/usr/lib/postgresql';
const role = 'bench';
const settings = ['shared_buffers=1GB', 'max_connections=100', 'listen_addresses=127.0.0.1'];

/** Where PostgreSQL's programs are, and which version they are. */
export interface PostgresqlPrograms {
  readonly folder: string;
  readonly version: string;
}

/** A private PostgreSQL. */
export interface PostgresqlServer {
  /** Makes an empty database; its address. */
  createDatabase(name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  stop(): Promise<void>;
}

const candidateFolders = (): string[] => {
  const versions = existsSync(packagesFolder) ? readdirSync(packagesFolder) : [];
  const packaged = versions
    .sort((left, right) => Number(right) - Number(left))
    .map((version) => path.join(packagesFolder, version, 'bin'));
  return [...packaged, ...(process.env['PATH'] ?? '').split(path.delimiter)];
};

/** Looks for PostgreSQL where Debian has it and on PATH; null where there is none. */
export const findPostgresql = (): PostgresqlPrograms | null => {
  const folder = candidateFolders().find((candidate) => existsSync(path.join(candidate, 'initdb')));
  if (folder === undefined) return null;
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return { folder, version: /(\d+[\d.]*)/.exec(stdout)?.[1] ?? 'unknown' };
};

const idOf = (option: '-u' | '-g', user: string): number | null => {
  const { stdout, status } = spawnSync('id', [option, user], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : null;
};

/** PostgreSQL refuses to run as root: root hands it to another user. */
const chooseUser = (): { uid: number; gid: number } | null => {
  if (process.getuid?.() !== 0) return null;
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = [idOf('-u', user), idOf('-g', user)];
    if (uid !== null && gid !== null) return { uid, gid };
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody.');
};

const runAs = (user: { uid: number; gid: number } | null, directory: string): SpawnOptions => ({
  cwd: directory,
  ...user,
});

const initialise = (folder: string, directory: string, options: SpawnOptions): void => {
  const initdb = spawnSync(
    path.join(folder, 'initdb'),
    ['--pgdata', directory, '--username', role, '--auth', 'trust', '--encoding', 'UTF8', '--no-locale'],
    { ...options, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
};

const runStatement = async (url: string, statement: string): Promise<void> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Starts an empty PostgreSQL with its default durability, in a temporary folder that its user may enter. */
export const startPostgresql = async ({ folder }: PostgresqlPrograms): Promise<PostgresqlServer> => {
  const directory = mkdtempSync(path.join(tmpdir(), 'spool-bench-postgresql-'));
  const user = chooseUser();
  if (user !== null) chownSync(directory, user.uid, user.gid);
  const spawnOptions = runAs(user, directory);
  initialise(folder, directory, spawnOptions);
  const port = await findFreePort();
  const place = ['-D', directory, '-p', String(port), '-k', directory];
  const server = await startServer({
    program: path.join(folder, 'postgres'),
    options: [...place, ...settings.flatMap((setting) => ['-c', setting])],
    port,
    spawnOptions,
    stopSignal: 'SIGINT',
  });
  const urlOf = (name: string): string => `postgresql://${role}@127.0.0.1:${port}/${name}`;
  return {
    createDatabase: async (name) => {
      await runStatement(urlOf('postgres'), `CREATE DATABASE ${name}`);
      return urlOf(name);
    },
    dropDatabase: (name) => runStatement(urlOf('postgres'), `DROP DATABASE ${name} WITH (FORCE)`),
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

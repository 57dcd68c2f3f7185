import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { findProgram } from '@spool/test-bed/programs.js';

const packages = ['mariadb-client'];

const connectionOptions = (databaseUrl: string): string[] => {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return [`--host=${hostname}`, `--port=${port}`, `--user=${username}`, pathname.slice(1)];
};

/** Runs a client of the database with a file as its input or output; throws what it said when it fails. */
const runClient = async (
  name: string,
  options: readonly string[],
  file: { readonly path: string; readonly flags: 'r' | 'w' },
): Promise<void> => {
  const program = await findProgram({ name, packages });
  const handle = await open(file.path, file.flags);
  try {
    const child = spawn(program.path, ['--no-defaults', ...options], {
      env: program.environment,
      stdio: file.flags === 'r' ? [handle.fd, 'ignore', 'pipe'] : ['ignore', handle.fd, 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    const [code]: unknown[] = await once(child, 'close');
    if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${said}`);
  } finally {
    await handle.close();
  }
};

/** Dumps a database as docs/operations.md says, while it is at work. */
export const dumpDatabase = (databaseUrl: string, path: string): Promise<void> =>
  runClient('mariadb-dump', ['--single-transaction', '--quick', ...connectionOptions(databaseUrl)], {
    path,
    flags: 'w',
  });

/** Reads a dump into an empty database. */
export const restoreDatabase = (databaseUrl: string, path: string): Promise<void> =>
  runClient('mariadb', connectionOptions(databaseUrl), { path, flags: 'r' });

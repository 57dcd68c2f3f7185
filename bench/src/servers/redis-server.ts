import { spawnSync } from 'node:child_process';
import { findFreePort } from './free-port.js';
import { startServer, type ServerProcess } from './server-process.js';

const program = 'redis-server';
const fsyncAlways = ['--appendonly', 'yes', '--appendfsync', 'always'];

/** Redis' version, or null where there is none. */
export const findRedis = (): string | null => {
  const { stdout, status } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? (/v=(\S+)/.exec(stdout)?.[1] ?? null) : null;
};

/** Starts an empty Redis: as it is shipped, or with every write on disk before it is answered. */
export const startRedis = async (directory: string, durable: boolean): Promise<ServerProcess> => {
  const port = await findFreePort();
  const place = ['--bind', '127.0.0.1', '--port', String(port), '--dir', directory];
  return startServer({ program, options: [...place, ...(durable ? fsyncAlways : [])], port });
};

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../servers/free-port.js';

/** A running API. */
export interface ApiProcess {
  readonly url: string;
  readonly apiKey: string;
  /** Memory held by the process, in megabytes; null where the system does not tell. */
  memoryMb(): number | null;
  stop(): Promise<void>;
}

const repository = new URL('../../../../', import.meta.url);
const program = fileURLToPath(new URL('apps/api/dist/main.js', repository));
const endWithParent = new URL('tools/start/end-with-parent.mjs', repository).href;
const readyText = 'Spool is ready at ';

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let printed = '';
    const collect = (chunk: Buffer): void => {
      printed += chunk.toString('utf8');
      if (printed.includes(readyText)) resolve();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The API ended (${code}) before it served:\n${printed}`)));
  });

const readApiKey = (dataDirectory: string): string => {
  const file = path.join(dataDirectory, 'first-credentials.json');
  const credentials: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const key: unknown = Reflect.get(Object(credentials), 'apiKey');
  if (typeof key !== 'string') throw new Error(`${file} has no API key.`);
  return key;
};

const readMemoryMb = (pid: number | undefined): number | null => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
};

/** Starts the API as `npm start` does, on a database and a data directory that replicas have in common. */
export const startApi = async (databaseUrl: string, dataDirectory: string): Promise<ApiProcess> => {
  const port = await findFreePort();
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', endWithParent, program], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      SPOOL_DATA_DIR: dataDirectory,
      SPOOL_LOG_LEVEL: 'error',
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  await untilReady(child);
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: readApiKey(dataDirectory),
    memoryMb: () => readMemoryMb(child.pid),
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
};

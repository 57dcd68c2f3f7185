import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { callerOf, type Call } from './caller.js';

const builtApi = fileURLToPath(new URL('../../../apps/api/dist/main.js', import.meta.url));
const readyText = 'Spool is ready at ';
const mostStarts = 5;

/** How to start a replica as a process. */
export interface ReplicaOptions {
  readonly databaseUrl: string;
  readonly dataDirectory: string;
  /** With which its `call` speaks. */
  readonly apiKey: string;
  /** What to run instead of the built API. */
  readonly program?: string;
  /** Default: a free one. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A replica in a process of its own, which tests may stop, stall and kill. */
export interface Replica {
  readonly port: number;
  readonly url: string;
  readonly call: Call;
  /** All that it printed so far. */
  output(): string;
  /** Sends a signal. */
  signal(name: NodeJS.Signals): void;
  /** Waits for its end; the exit code, or null when a signal ended it. */
  ended(): Promise<number | null>;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, and wait until it is gone. */
  kill(): Promise<void>;
}

/** A port that was free a moment ago. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The probe has no port.');
  return address.port;
};

const untilReady = (child: ChildProcess, output: () => string): Promise<void> =>
  new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes(readyText)) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`The replica ended (${code}) before it served:\n${output()}`)),
    );
  });

const startOn = async (port: number, options: ReplicaOptions): Promise<Replica> => {
  const child = spawn(process.execPath, ['--enable-source-maps', options.program ?? builtApi], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: options.databaseUrl,
      SPOOL_DATA_DIR: options.dataDirectory,
      PORT: String(port),
      SPOOL_LOG_LEVEL: 'error',
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const collect = (chunk: Buffer): void => {
    printed += chunk.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await untilReady(child, () => printed);
  const url = `http://127.0.0.1:${port}`;
  return {
    port,
    url,
    call: callerOf(url, options.apiKey),
    output: () => printed,
    signal: (name) => void child.kill(name),
    ended: () => exit,
    stop: () => {
      child.kill('SIGTERM');
      return exit;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
};

/**
 * Starts the built API and waits until it serves. A port that was free may be taken by the time a replica has started:
 * then it starts on another, unless the port was given.
 */
export const startReplica = async (options: ReplicaOptions): Promise<Replica> => {
  if (options.port !== undefined) return startOn(options.port, options);
  for (let start = 1; ; start += 1) {
    try {
      return await startOn(await findFreePort(), options);
    } catch (error) {
      if (start === mostStarts || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
};

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';

const program = fileURLToPath(new URL('worker-program.mjs', import.meta.url));

/** How to start a worker as a process. */
export interface WorkerProcessOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly queue: string;
  readonly workerId: string;
  readonly concurrency?: number;
  readonly graceMs?: number;
}

/** A worker in a process of its own, which tests may stop and kill. */
export interface WorkerProcess {
  /** What it printed so far. */
  lines(): readonly string[];
  /** Waits until it has printed a line. */
  untilSaid(line: string): Promise<true>;
  signal(name: NodeJS.Signals): void;
  /** Waits for its end; the exit code, or null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** Starts a worker that runs tasks of the types `quick` and `slow` (for the milliseconds in the payload). Build first. */
export const startWorkerProcess = (options: WorkerProcessOptions): WorkerProcess => {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env['PATH'],
      SPOOL_URL: options.url,
      SPOOL_API_KEY: options.apiKey,
      SPOOL_QUEUE: options.queue,
      WORKER_ID: options.workerId,
      CONCURRENCY: String(options.concurrency ?? 1),
      GRACE_MS: String(options.graceMs ?? 10_000),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')));
  const exit = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const lines = (): string[] => printed.split('\n');
  return {
    lines,
    untilSaid: (line) => eventually(`"${line}"`, () => (lines().includes(line) ? true : null)),
    signal: (name) => void child.kill(name),
    ended: () => exit,
  };
};

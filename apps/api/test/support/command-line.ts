import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.js';
import type { TestSpool } from './spool.js';

const program = fileURLToPath(new URL('../../../cli/bin/spool.js', import.meta.url));

/** What a run of the command line ended with. */
export interface Ended {
  /** The exit code; null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the command line, under way. */
export interface Run {
  /** Writes to its standard input. */
  write(text: string): void;
  /** Ends its standard input. */
  end(): void;
  /** Stops reading what it prints. */
  closeOutput(): void;
  signal(name: NodeJS.Signals): void;
  /** Waits until it has printed a text, on either stream. */
  untilSaid(text: string): Promise<void>;
  ended(): Promise<Ended>;
}

/** Where and as whom the command line runs. */
export interface CommandLine {
  /** Starts `spool` with these arguments, with nothing on its standard input unless it is written. */
  start(...given: string[]): Run;
  /** Runs it to its end, with a text on standard input. */
  run(given: readonly string[], input?: string): Promise<Ended>;
  /** Runs it to its end, and reads the JSON document that it answers. */
  json<Answer = Record<string, unknown>>(...given: string[]): Promise<Answer>;
}

/** The command line as a process of its own, with these variables in its environment. Build first. */
export const commandLine = (
  environment: Readonly<Record<string, string>>,
  directory = '/nowhere',
): CommandLine => {
  const start = (...given: string[]): Run => {
    const child = spawn(process.execPath, [program, ...given], {
      env: { PATH: process.env['PATH'], SPOOL_DATA_DIR: directory, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    // It may end before it has read all that it is given.
    child.stdin.on('error', () => undefined);
    const ended = new Promise<Ended>((resolve) =>
      child.once('close', (code) => resolve({ code, stdout, stderr })),
    );
    return {
      write: (text) => void child.stdin.write(text),
      end: () => void child.stdin.end(),
      closeOutput: () => void child.stdout.destroy(),
      signal: (name) => void child.kill(name),
      untilSaid: async (text) => {
        await eventually(`"${text}"`, () => (`${stdout}${stderr}`.includes(text) ? true : null));
      },
      ended: () => ended,
    };
  };
  const run = (given: readonly string[], input = ''): Promise<Ended> => {
    const running = start(...given);
    running.write(input);
    running.end();
    return running.ended();
  };
  return {
    start,
    run,
    json: async (...given) => {
      const { code, stdout, stderr } = await run([...given, '--json']);
      if (code !== 0) throw new Error(`spool ${given.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
};

/** The command line of those who have an installation's address and key, which it need not have yet. */
export const commandLineOf = (spool: TestSpool): CommandLine =>
  commandLine({
    get SPOOL_URL() {
      return spool.url;
    },
    get SPOOL_API_KEY() {
      return spool.apiKey;
    },
  });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Runs a built program of the API, such as `migrate`; how it ended and what it printed. */
export const runProgram = async (
  name: string,
  options: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ code: unknown; lines: string[] }> => {
  const program = fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [program, ...options], {
    env: { DATABASE_URL: databaseUrl, ...environment },
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  const [code]: unknown[] = await once(child, 'close');
  return { code, lines: text.trim().split('\n') };
};

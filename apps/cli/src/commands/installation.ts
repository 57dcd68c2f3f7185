import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { exitCodes } from '../session/exit-codes.js';
import { Failure } from '../session/failure.js';
import { interruption } from '../session/interruption.js';
import { inSession } from '../session/session.js';
import { confirm, type ConfirmOptions } from '../terminal/confirm.js';

interface MigrateOptions extends ConfirmOptions {
  readonly dryRun?: true;
}

/** The service's own programs, which speak to the database: beside this one in the repository and in the image. */
const programOf = (name: string): string => {
  const file = fileURLToPath(new URL(`../../../api/dist/${name}.js`, import.meta.url));
  if (existsSync(file)) return file;
  throw new Failure(
    'This speaks to the database and needs the service itself: run it in the repository (after npm start or npm run build) or in the image.',
    exitCodes.usage,
  );
};

/** Runs a program of the service over this terminal; it ends as that does. */
const run = (name: string, options: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [programOf(name), ...options], { stdio: 'inherit' });
    interruption.signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? exitCodes.interrupted;
      resolve();
    });
  });

/** `spool health`, `spool check`, `spool migrate` */
export const addInstallation = (program: Command): void => {
  program
    .command('health')
    .description('Say whether Spool can do its work; ends with 3 when it cannot')
    .action(
      inSession(async ({ client, output, url }) => {
        const { status, checks } = await client.health.ready();
        await output.answer({ url, status, checks }, `Spool at ${url} is ready.`);
      }),
    );
  program
    .command('check')
    .description('Look at every row of the database of DATABASE_URL and say what contradicts what')
    .addHelpText('after', '\nEnds with 0 when nothing does, 1 when something does, 2 when it could not look.')
    .action((_options: unknown, command: Command) =>
      run('check', command.optsWithGlobals<{ json?: true }>().json === true ? ['--json'] : []),
    );
  program
    .command('migrate <step>')
    .description(
      'Bring the schema of the database of DATABASE_URL up to date, take its newest migration back, or tell',
    )
    .usage('up | down | status [options]')
    .option('--dry-run', 'say what would be done, and do nothing')
    .option('-y, --yes', 'down: do not ask')
    .action(async (step: string, options: MigrateOptions) => {
      if (step === 'down' && options.dryRun !== true)
        await confirm(
          interruption.signal,
          'Take the newest migration back, with what its tables and columns hold?',
          options,
        );
      await run('migrate', [step, ...(options.dryRun === true ? ['--dry-run'] : [])]);
    });
};

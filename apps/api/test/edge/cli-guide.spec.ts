import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const programs = path.join(root, 'node_modules', '.bin');

const spool = setUpSpool();

/** Runs lines of a shell with `spool` on its path; fails with what it printed unless it ends with 0. */
const runShell = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const environment = {
      PATH: `${programs}:${process.env['PATH']}`,
      SPOOL_URL: spool.url,
      SPOOL_API_KEY: spool.apiKey,
    };
    execFile('bash', ['-ec', script], { env: environment }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${script}\n${stdout}${stderr}`));
    });
  });

/** The examples of the guide that end by themselves and call this service. */
const readExamples = async (): Promise<string[]> => {
  const guide = await readFile(path.join(root, 'docs', 'cli.md'), 'utf8');
  const blocks = [...guide.matchAll(/```sh\n([^`]*)```/g)].map(([, block = '']) => block);
  return blocks.filter((block) => !/^(npm run|spool tail)/.test(block));
};

describe('docs/cli.md', () => {
  it('has examples that do what they say, in their order', async () => {
    const examples = await readExamples();
    expect(examples).toHaveLength(4);
    const [queues = '', many = '', dead = '', administration = ''] = examples;
    expect(await runShell(queues)).toContain('customer-42');
    const enqueued = await runShell(many);
    expect(enqueued).toMatch(
      /^Enqueued 2 tasks in orders: \d+, \d+\.\n\{"first":1,.*\}\nGood: 2 tasks; nothing/,
    );

    const tasks = new TaskCalls(spool.call);
    const died = { error: { type: 'HTTP_503', message: 'The bank answered 503' }, retryable: false };
    await tasks.fail(await tasks.dequeue('orders', { max: 10 }), died);
    // The canary is five tasks, of which there are four: when all have passed, it is over.
    const restarting = runShell(dead);
    await workUntil(tasks, restarting);
    expect(await restarting).toMatch(/This would restart 4 dead tasks/);
    expect(await restarting).toMatch(/Operation \d+: 4 tasks restarted/);
    expect(await runShell(administration)).toMatch(/spool_[0-9a-f]+_/);
  });

  it('has completions that bash understands', async () => {
    const complete = (...words: string[]): string => `
      COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
      _spool; echo "\${COMPREPLY[*]}"`;
    const script = `source <(spool completion)
      ${complete('spool', 'qu')}
      ${complete('spool', 'dlq', 're')}
      ${complete('spool', 'queues', 'create', 'orders', '--keep')}`;
    expect((await runShell(script)).trim().split('\n')).toEqual([
      'queues queue',
      'resolve reopen restart',
      '--keepalive-timeout --keep-completed --keep-dead',
    ]);
  });
});

/** Completes what there is until a run of a shell has ended. */
const workUntil = async (tasks: TaskCalls, running: Promise<unknown>): Promise<void> => {
  let isOver = false;
  const end = running.finally(() => (isOver = true));
  while (!isOver) {
    const held = await tasks.dequeue('orders', { max: 10, waitMs: 200 });
    if (held.length > 0) await tasks.complete(held);
  }
  await end;
};

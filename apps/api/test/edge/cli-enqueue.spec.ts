import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { commandLine, commandLineOf } from '../support/command-line.js';
import { startSpool } from '../support/spool.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { setUpFolder } from '../support/temporary-folder.js';

const spool = setUpSpool({ atEnd: expectCleanAudit });
const tasks = new TaskCalls(spool.call);
const cli = commandLineOf(spool);
const folder = setUpFolder();

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `{"n":${from + index}}\n`).join('');

/** The payloads of a queue, in the order in which they came. */
const payloadsIn = async (queue: string): Promise<unknown[]> => {
  const payloads: unknown[] = [];
  for (;;) {
    const taken = await tasks.dequeue(queue, { max: 500 });
    if (taken.length === 0) return payloads;
    payloads.push(...taken.map(({ payload }) => payload));
    await tasks.complete(taken);
  }
};

const numbers = (from: number, to: number): { n: number }[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ n: from + index }));

describe('The command line: enqueue', () => {
  it('takes payloads as arguments, with what options say of each', async () => {
    await cli.json('queues', 'create', 'given');
    const options = ['--thread', 't', '--type', 'ship', '--max-attempts', '2', '--dedup-key', 'once'];
    const first = await cli.run(['enqueue', 'given', '{"a":[1]}', ...options]);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Enqueued 1 task in given: \d+\.\n$/),
    });
    const again = await cli.run(['enqueue', 'given', '{"a":[1]}', ...options]);
    expect(again.stdout).toMatch(/^Enqueued 1 task in given, 1 of which were there already: \d+\.\n$/);
    const [task] = await tasks.dequeue('given', { max: 10 });
    expect(task).toMatchObject({ payload: { a: [1] }, threadId: 't', type: 'ship', maxAttempts: 2 });
    expect(await cli.run(['enqueue', 'given', '{a}'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^spool: argument 1: It is no JSON: .*\nspool: Nothing was accepted\.\n$/,
      ),
    });
  });

  it('streams lines in batches, in their order, and tells of each batch', async () => {
    await cli.json('queues', 'create', 'streamed');
    const { code, stdout, stderr } = await cli.run(['enqueue', 'streamed', '--json'], lines(1, 2_500));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const batches = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(batches.map(({ first, last, tasks: count }) => [first, last, count])).toEqual([
      [1, 1_000, 1_000],
      [1_001, 2_000, 1_000],
      [2_001, 2_500, 500],
    ]);
    expect(new Set(batches.flatMap(({ ids }) => ids)).size).toBe(2_500);
    expect(await payloadsIn('streamed')).toEqual(numbers(1, 2_500));
  });

  it('ends at a bad line, says which were accepted, and goes on from there without a gap or a copy', async () => {
    await cli.json('queues', 'create', 'bad');
    const file = path.join(folder(), 'bad.ndjson');
    await writeFile(file, `${lines(1, 14)}{"n":15\n${lines(16, 30)}`);
    const checked = await cli.run(['enqueue', 'bad', '--file', file, '--dry-run']);
    expect(checked).toMatchObject({
      code: 1,
      stdout: 'Good: 29 tasks; nothing was sent.\n',
      stderr: expect.stringMatching(/^line 15: It is no JSON: .*\nspool: Bad: 1 line\.\n$/),
    });

    const ended = await cli.run(['enqueue', 'bad', '--file', file, '--batch', '10']);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(
      /^spool: line 15: It is no JSON: .*\nspool: Accepted: 14 tasks, lines 1 to 14\. Go on with --skip 14\.\n$/,
    );
    await writeFile(file, lines(1, 30));
    expect(await cli.run(['enqueue', 'bad', '--file', file, '--skip', '14'])).toMatchObject({ code: 0 });
    expect(await payloadsIn('bad')).toEqual(numbers(1, 30));
  });

  it('leaves bad lines out where it is told to keep going, and says so', async () => {
    await cli.json('queues', 'create', 'going');
    const input = `${lines(1, 3)}nonsense\n\n${lines(4, 5)}`;
    expect(await cli.run(['enqueue', 'going', '--keep-going', '--batch', '2'], input)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^Enqueued 5 tasks in going/),
      stderr: expect.stringMatching(
        /^line 4: It is no JSON: .*\nspool: 1 of them are bad and were left out\.\n$/,
      ),
    });
    expect(await payloadsIn('going')).toEqual(numbers(1, 5));
  });

  it('takes whole tasks, from lines and from an array, with their dedup keys', async () => {
    await cli.json('queues', 'create', 'whole');
    const whole = [
      { payload: 1, threadId: 'a', dedupKey: 'k1' },
      { payload: 2, threadId: 'a', dedupKey: 'k2', delayMs: 0 },
    ];
    const asLines = whole.map((task) => `${JSON.stringify(task)}\n`).join('');
    const [first] = (await cli.run(['enqueue', 'whole', '--tasks', '--json'], asLines)).stdout.split('\n');
    const [second] = (
      await cli.run(['enqueue', 'whole', '--tasks', '--array', '--json'], JSON.stringify(whole, null, 2))
    ).stdout.split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ tasks: 2, deduplicated: 0 });
    expect(JSON.parse(second ?? '')).toEqual({ ...JSON.parse(first ?? ''), deduplicated: 2 });
    const flawed = await cli.run(
      ['enqueue', 'whole', '--tasks'],
      '{"payload":1}\n{"payload":2,"delay":1}\n[3]\n',
    );
    expect(flawed).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2: ') });
    expect(flawed.stderr).toContain('delay');
  });

  it('says what the service refuses by the numbers of its lines, and loses nothing', async () => {
    expect(await cli.run(['enqueue', 'nosuch'], lines(1, 3))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /no queue "nosuch".*\nspool: Nothing was accepted\.\nspool: Not accepted: lines 1 to 3\. .*\n.*queue_not_found/,
      ),
    });
  });

  it('comes to an end on Ctrl-C: what it had sent is accepted, and it says up to where', async () => {
    await cli.json('queues', 'create', 'interrupted');
    const run = cli.start('enqueue', 'interrupted', '--json', '--batch', '10');
    run.write(lines(1, 15));
    await run.untilSaid('"last":10');
    run.signal('SIGINT');
    const { code, stderr } = await run.ended();
    expect(code).toBe(130);
    expect(JSON.parse(stderr).error.message).toBe('Accepted: 10 tasks, lines 1 to 10. Go on with --skip 10.');
    expect(await payloadsIn('interrupted')).toEqual(numbers(1, 10));
  });

  it('waits where it is told to, over a limit of requests, and loses nothing', async () => {
    const limited = await startSpool({ environment: { SPOOL_REQUESTS_PER_CALLER: '2' } });
    try {
      const slow = commandLine({ SPOOL_URL: limited.url, SPOOL_API_KEY: limited.apiKey });
      await limited.call('PUT', '/v1/queues/limited', {});
      const input = lines(1, 5);
      expect(await slow.run(['enqueue', 'limited', '--batch', '1', '--json'], input)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('"last":5'),
        stderr: '',
      });
    } finally {
      await limited.close();
    }
  });

  it('says what nobody knows when Spool goes away in the middle', async () => {
    await cli.json('queues', 'create', 'away');
    const sibling = await spool.startSibling();
    const run = cli.start('--url', sibling.url, 'enqueue', 'away', '--json', '--batch', '10');
    run.write(lines(1, 10));
    await run.untilSaid('"last":10');
    await sibling.close();
    run.write(lines(11, 20));
    run.end();
    const { code, stderr } = await run.ended();
    expect(code).toBe(3);
    expect(JSON.parse(stderr).error.message.split('\n').slice(-2)).toEqual([
      'Accepted: 10 tasks, lines 1 to 10. Go on with --skip 10.',
      expect.stringMatching(/^Nobody knows whether lines 11 to 20 took effect: look before /),
    ]);
    expect(await payloadsIn('away')).toEqual(numbers(1, 10));
  });
});

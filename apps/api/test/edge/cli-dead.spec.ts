import { describe, expect, it } from '@jest/globals';
import type { DeadTaskGroup, Operation, Page, RestartResult } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { commandLineOf } from '../support/command-line.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool({ atEnd: expectCleanAudit });
const tasks = new TaskCalls(spool.call);
const cli = commandLineOf(spool);

/** A queue of its own with so many dead tasks; their ids. */
const makeDead = async (queue: string, count: number): Promise<string[]> => {
  await cli.json('queues', 'create', queue, '--max-attempts', '1');
  await tasks.enqueueBatch(
    queue,
    Array.from({ length: count }, (_, index) => ({ payload: index })),
  );
  const held = await tasks.dequeue(queue, { max: count });
  await tasks.fail(held, { error: { type: 'HTTP_503', message: 'The bank answered 503' } });
  return held.map(({ id }) => id);
};

describe('The command line: the DLQ and operations', () => {
  it('restarts by ids, and tells what became of each', async () => {
    const [first = '', second = ''] = await makeDead('by-ids', 2);
    const restarted = await cli.run(['dead', 'restart', first, '999999']);
    expect(restarted).toMatchObject({ code: 1, stderr: 'spool: 1 of 2 tasks refused.\n' });
    expect(restarted.stdout).toMatch(new RegExp(`^${first} restarted as \\d+\n999999 refused: .*\n$`));
    const { results } = await cli.json<{ results: RestartResult[] }>(
      'dead',
      'restart',
      second,
      '--payload',
      '{"new":1}',
      '--at',
      'now',
    );
    expect(await cli.json('task', 'show', results[0]?.newId ?? '')).toMatchObject({
      payload: { new: 1 },
      restartedFrom: second,
    });
    expect((await cli.json<Page<unknown>>('dead', '-q', 'by-ids')).items).toEqual([]);
  });

  it('restarts what a filter names by an operation, follows it, verifies it and takes it back', async () => {
    await makeDead('by-filter', 30);
    const filter = ['--queue', 'by-filter', '--error-type', 'HTTP_503'];
    expect(await cli.run(['dead', 'restart', ...filter, '--dry-run'])).toMatchObject({
      code: 0,
      stdout: 'This would restart 30 dead tasks (30 of by-filter).\n',
    });
    expect(await cli.run(['dead', 'restart', ...filter])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Restart 30 dead tasks (30 of by-filter)? Nobody can be asked here'),
    });
    expect(await cli.run(['dead', 'restart'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('ids, a filter such as --queue, or --all'),
    });
    const restarted = await cli.run(['dead', 'restart', ...filter, '--yes', '--reason', 'the bank is back']);
    expect(restarted).toMatchObject({ code: 0, stderr: '' });
    const [, id = ''] = /^Operation (\d+): 30 tasks restarted\.\n$/.exec(restarted.stdout) ?? [];

    const undone = await cli.run(['operations', 'undo', id, '--yes']);
    expect(undone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ {2}undone +30$/m) });
    expect((await cli.json<Page<unknown>>('dead', '-q', 'by-filter', '--all')).items).toHaveLength(30);

    const verifying = cli.start('dead', 'restart', ...filter, '--yes', '--verify', '--json');
    for (let done = 0; done < 30;) {
      const held = await tasks.dequeue('by-filter', { max: 30, waitMs: 20_000 });
      await tasks.complete(held);
      done += held.length;
    }
    const { code, stdout } = await verifying.ended();
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      reason: null,
      state: 'completed',
      done: 30,
      verified: { passed: 30, failedAgain: 0, waiting: 0 },
    });
    const { items } = await cli.json<Page<Operation>>('operations', '-q', 'by-filter');
    expect(items.map(({ reason }) => reason)).toEqual([null, 'the bank is back']);
    expect((await cli.json<Page<unknown>>('operations', 'tasks', id, '--all')).items).toHaveLength(30);
  });

  it('lets an operation go on when it is not followed to its end', async () => {
    await makeDead('slow', 40);
    const following = cli.start('dead', 'restart', '-q', 'slow', '--rate', '1', '--canary', '1', '--yes');
    const id: string = await untilOperation('slow');
    following.signal('SIGINT');
    expect(await following.ended()).toMatchObject({
      code: 130,
      stdout: '',
      stderr: `spool: Operation ${id} goes on by itself. Look at it: spool operations show ${id}; stop it: spool operations cancel ${id}\n`,
    });
    expect(await cli.json('operations', 'pause', id)).toMatchObject({ state: 'paused' });
    expect(await cli.run(['operations', 'follow', id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`spool operations resume ${id}`),
    });
    expect(await cli.json('operations', 'resume', id)).toMatchObject({ state: 'running' });
    expect(await cli.json('operations', 'cancel', id, '--yes')).toMatchObject({ state: 'cancelled' });
    expect(await cli.run(['operations', 'follow', id])).toMatchObject({
      code: 1,
      stderr: `spool: Operation ${id} was cancelled.\n`,
    });
  });

  it('deletes what a filter names, and knows groups', async () => {
    await makeDead('junk', 3);
    const { items } = await cli.json<Page<DeadTaskGroup>>('dead', 'groups', '-q', 'junk');
    expect(items).toEqual([expect.objectContaining({ errorType: 'HTTP_503', status: 'open' })]);
    const { group = '' } = items[0] ?? {};
    expect(await cli.json('dead', 'resolve', group, '--note', 'gone')).toMatchObject({
      status: 'resolved',
      note: 'gone',
    });
    expect(await cli.json('dead', 'reopen', group)).toMatchObject({ status: 'open', note: 'gone' });
    expect(await cli.run(['dead', 'delete', '--group', group, '--yes'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Operation \d+: 3 tasks deleted\.\n$/),
    });
    expect(await cli.run(['dead', 'delete', '--group', group, '--yes'])).toMatchObject({
      code: 0,
      stdout: 'There are none.\n',
    });
  });
});

const untilOperation = async (queue: string): Promise<string> => {
  for (;;) {
    const { items } = await cli.json<Page<Operation>>('operations', '-q', queue);
    if (items[0] !== undefined) return items[0].id;
  }
};

describe('The command line: tail', () => {
  it('tells what happens as it happens, a line each, until Ctrl-C', async () => {
    await cli.json('queues', 'create', 'tailed', '--max-attempts', '2', '--backoff-initial', '0');
    const tail = cli.start('tail', 'tailed');
    const deaths = cli.start('tail', 'tailed', '--only', 'died', '--json');
    await tail.untilSaid('Following.');
    const task = await tasks.enqueue('tailed', { payload: 1, threadId: 'é' });
    await tail.untilSaid(`enqueued   task ${task.id} of tailed, thread é`);
    const held = await tasks.dequeue('tailed');
    await tail.untilSaid(`started    task ${task.id} of tailed, thread é, at worker-1`);
    await tasks.fail(held);
    await tail.untilSaid(`retrying   task ${task.id}`);
    await tasks.fail(await tasks.dequeue('tailed'), { error: { type: 'E', message: 'no\nroute' } });
    await tail.untilSaid('died ');
    const completed = await tasks.enqueue('tailed', { payload: 2 });
    await tasks.complete(await tasks.dequeue('tailed'));
    await tail.untilSaid(`completed  task ${completed.id} of tailed`);
    await deaths.untilSaid('"died"');
    tail.signal('SIGINT');
    deaths.signal('SIGINT');
    const [told, toldOfDeaths] = await Promise.all([tail.ended(), deaths.ended()]);
    expect([told.code, toldOfDeaths.code, toldOfDeaths.stderr]).toEqual([0, 0, '']);
    expect(told.stdout).toContain(`task ${task.id} of tailed, thread é, E no\\nroute\n`);
    expect(toldOfDeaths.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(toldOfDeaths.stdout)).toMatchObject({ what: 'died', task: { id: task.id } });
  });
});

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Page, TaskSummary } from '@spool/contracts';
import { commandLineOf } from '../support/command-line.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { setUpFolder } from '../support/temporary-folder.js';

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);
const cli = commandLineOf(spool);
const folder = setUpFolder();

describe('The command line: queues, tasks and threads', () => {
  it('makes a queue, changes it, holds it and deletes it', async () => {
    const config = path.join(folder(), 'queue.json');
    await writeFile(
      config,
      JSON.stringify({ maxAttempts: 9, backoff: { factor: 3 }, description: 'from a file' }),
    );
    const settings = ['--backoff-initial', '10s', '--keep-completed', '7d', '--keepalive-timeout', '5m'];
    const command = ['queues', 'create', 'made', '--config', config, '--max-attempts', '3', ...settings];
    const created = await cli.json(...command);
    expect(created).toMatchObject({
      maxAttempts: 3,
      backoff: { type: 'exponential', initialMs: 10_000, factor: 3 },
      keepaliveTimeoutMs: 300_000,
      retention: { completedMs: 604_800_000 },
      description: 'from a file',
    });
    expect(await cli.run(['queues', 'create', 'made'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('precondition_failed'),
    });
    expect(await cli.json('queues', 'set', 'made', '--backoff-jitter', '0.5')).toMatchObject({
      maxAttempts: 3,
      backoff: { factor: 3, jitter: 0.5 },
    });
    expect(await cli.run(['queues', 'set', 'made', '--max-attempts', '0'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/\/maxAttempts: .*\n.*\(validation_failed, request /),
    });
    await cli.run(['queues', 'pause', 'made', '--reason', 'a bad release']);
    const { stdout } = await cli.run(['queue', 'show', 'made']);
    expect(stdout).toMatch(/^paused +a bad release$/m);
    expect(stdout).toMatch(/^backoff +10s times 3 each, 1h at most; jitter 0.5$/m);
    await cli.run(['queues', 'resume', 'made']);
    expect(await cli.json('queues', 'show', 'made')).toMatchObject({ paused: false });
    expect(await cli.run(['queues', 'delete', 'made', '--yes'])).toMatchObject({
      code: 0,
      stdout: 'made is deleted.\n',
    });
  });

  it('shows a thread, explains who waits, moves and deletes', async () => {
    await cli.json('queues', 'create', 'lines');
    const [first, second] = await tasks.enqueueBatch('lines', [
      { payload: 1, threadId: 'line-1' },
      { payload: 2, threadId: 'line-1' },
    ]);
    const ids = [first?.id ?? '', second?.id ?? ''];
    const explained = await cli.run(['task', 'explain', ids[1] ?? '']);
    expect(explained.stdout).toContain(`It stands behind task ${ids[0]} of its thread.`);
    expect(await cli.json('thread', 'show', 'line-1')).toMatchObject({ size: 2, head: { id: ids[0] } });

    const later = await cli.json<TaskSummary>('task', 'reschedule', ids[0] ?? '', '+1h');
    expect(Date.parse(later.scheduledAt) - Date.now()).toBeGreaterThan(3_000_000);
    expect(await cli.json('thread', 'show', 'line-1')).toMatchObject({ head: { id: ids[1] } });
    const members = await cli.run(['threads', 'members', 'line-1']);
    expect(
      members.stdout
        .split('\n')
        .slice(1, 3)
        .map((line) => line.trim().split(' ')[0]),
    ).toEqual([ids[1], ids[0]]);
    expect(await cli.run(['tasks', 'delete', ids[0] ?? '', '999999', '--yes'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`${ids[0]} deleted\n999999 refused: `),
      stderr: 'spool: 1 of 2 tasks refused.\n',
    });
  });

  it('lists as many as are asked for, over pages, as one document', async () => {
    await cli.json('queues', 'create', 'many');
    await tasks.enqueueBatch(
      'many',
      Array.from({ length: 250 }, (_, index) => ({ payload: index })),
    );
    const all = await cli.json<Page<TaskSummary>>('tasks', '-q', 'many', '--all');
    expect(all.items).toHaveLength(250);
    expect(all.nextCursor).toBeNull();
    const some = await cli.json<Page<TaskSummary>>('tasks', '-q', 'many', '-n', '210');
    expect(some.items).toEqual(all.items.slice(0, 210));
    const rest = await cli.json<Page<TaskSummary>>('tasks', '-q', 'many', '--cursor', some.nextCursor ?? '');
    expect(rest.items).toEqual(all.items.slice(210));
  });

  it('shows texts from strangers as text, and ends quietly when its reader has had enough', async () => {
    const hostile = '\u001b[2J\u009b31m\u202eevil\r\n';
    await cli.json('queues', 'create', 'hostile', '--max-attempts', '1');
    const task = await tasks.enqueue('hostile', { payload: { hostile } });
    await tasks.fail(await tasks.dequeue('hostile'), { error: { message: hostile, type: hostile } });
    const outputs = await Promise.all([
      cli.run(['dead', '-q', 'hostile']),
      cli.run(['dead', 'groups', '--json']),
      cli.run(['task', 'show', task.id]),
      cli.run(['task', 'show', task.id, '--json']),
    ]);
    for (const { code, stdout } of outputs) {
      expect(code).toBe(0);
      expect(stdout).toContain('evil');
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
    expect(JSON.parse(outputs[3]?.stdout ?? '').payload).toEqual({ hostile });

    const running = cli.start('tasks', '--all');
    running.closeOutput();
    expect(await running.ended()).toMatchObject({ code: 0, stderr: '' });
  });
});

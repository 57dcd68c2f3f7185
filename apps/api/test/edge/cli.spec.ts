import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiKey, CreatedApiKey, Page, TaskSummary } from '@spool/contracts';
import { findFreePort } from '@spool/test-bed/replica.js';
import { commandLine, type CommandLine } from '../support/command-line.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';

let spool: TestSpool;
let tasks: TaskCalls;
let cli: CommandLine;
let directory: string;

beforeAll(async () => {
  spool = await startSpool();
  tasks = new TaskCalls(spool.call);
  cli = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: spool.apiKey });
  directory = await mkdtemp(path.join(tmpdir(), 'spool-cli-'));
});

afterAll(async () => {
  await spool.close();
  await rm(directory, { recursive: true, force: true });
});

describe('The command line: where and as whom', () => {
  it('finds what the first start wrote down, and sends its key to that address alone', async () => {
    const data = path.join(directory, 'data');
    await mkdir(data);
    const written = JSON.stringify({
      url: spool.url,
      username: 'admin',
      password: '-',
      apiKey: spool.apiKey,
    });
    await writeFile(path.join(data, 'first-credentials.json'), written);
    const here = commandLine({}, data);
    expect(await here.run(['queues', '--json'])).toMatchObject({ code: 0, stderr: '' });

    const elsewhere = spool.url.replace('127.0.0.1', 'localhost');
    const { code, stderr } = await here.run(['--url', elsewhere, 'queues']);
    expect(code).toBe(4);
    expect(stderr).toMatch(/\(unauthenticated, request [0-9a-f-]{36}\)/);
  });

  it('takes a key from a file before that of the environment', async () => {
    const file = path.join(directory, 'key');
    await writeFile(file, `${spool.apiKey}\n`);
    const wrong = commandLine({ SPOOL_URL: `${spool.url}/`, SPOOL_API_KEY: 'spool_000000000000_wrong' });
    expect(await wrong.run(['queues', '--api-key-file', file])).toMatchObject({ code: 0 });
    expect(await wrong.run(['queues'])).toMatchObject({ code: 4, stdout: '' });
    expect(await wrong.run(['queues', '--api-key-file', path.join(directory, 'none')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cannot be read'),
    });
  });

  it('tells usage, refusals and silence apart', async () => {
    const nowhere = `http://127.0.0.1:${await findFreePort()}`;
    const [usage, unknown, notThere, silent, version] = await Promise.all([
      cli.run(['queues', 'show']),
      cli.run(['frobnicate']),
      cli.run(['queues', 'show', 'nosuch']),
      cli.run(['--url', nowhere, 'queues', 'show', 'orders']),
      cli.run(['--url', 'ftp://spool', 'queues']),
    ]);
    expect([usage.code, unknown.code, notThere.code, silent.code, version.code]).toEqual([2, 2, 1, 3, 2]);
    expect(notThere.stderr).toMatch(/spool: There is no queue "nosuch".*\n.*\(queue_not_found, request /);
    expect(silent.stderr).toBe(`spool: Spool cannot be reached at ${nowhere}. Does it run there?\n`);

    const { stdout, stderr } = await cli.run(['queues', 'show', 'nosuch', '--json']);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr)).toMatchObject({
      error: { code: 'queue_not_found', requestId: expect.any(String), errors: [] },
    });
  });

  it('refuses what a key may not do with a code of its own', async () => {
    const making = ['keys', 'create', 'reader', '--scope', 'read', '--queue', 'shop-*'];
    const { id, key } = await cli.json<CreatedApiKey>(...making);
    const reader = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: key });
    expect(await reader.run(['queues'])).toMatchObject({ code: 0 });
    expect(await reader.run(['queues', 'create', 'shop-1'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('(forbidden, request '),
    });
    const { items } = await cli.json<Page<ApiKey>>('keys', '--all');
    expect(items).toContainEqual(expect.objectContaining({ id, name: 'reader' }));
    expect(await cli.run(['keys', 'revoke', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('say --yes'),
    });
    expect(await cli.run(['keys', 'revoke', id, '--yes'])).toMatchObject({ code: 0 });
    expect(await reader.run(['queues'])).toMatchObject({ code: 4 });
  });

  it('helps with every command', async () => {
    const { code, stdout } = await cli.run(['--help']);
    expect(code).toBe(0);
    const names = [...stdout.matchAll(/^ {2}([a-z]+)(?:\|[a-z]+)? .*/gm)].map(([, name = '']) => name);
    expect(names).toEqual(expect.arrayContaining(['queues', 'enqueue', 'tail', 'dead', 'check']));
    const helps = await Promise.all(names.map((name) => cli.run([name, '--help'])));
    expect(helps.map(({ code: each }) => each)).toEqual(names.map(() => 0));
    expect(helps.every(({ stdout: text }) => text.includes('Usage: spool'))).toBe(true);
  });
});

describe('The command line: queues, tasks and threads', () => {
  it('makes a queue, changes it, holds it and deletes it', async () => {
    const config = path.join(directory, 'queue.json');
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

describe('The command line: administration', () => {
  it('rotates keys', async () => {
    const making = ['keys', 'create', 'rotated', '--scope', 'read', '--expires', '+1h'];
    const made = await cli.json<CreatedApiKey>(...making);
    const old = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: made.key });
    const { stdout, stderr } = await cli.run(['keys', 'rotate', made.id, '--overlap', '0']);
    expect(stderr).toBe('The key is shown this once:\n');
    const rotated = commandLine({ SPOOL_URL: spool.url, SPOOL_API_KEY: stdout.trim() });
    expect(await rotated.run(['queues'])).toMatchObject({ code: 0 });
    expect(await old.run(['queues'])).toMatchObject({ code: 4 });
  });

  it('makes, changes, bars and removes operators, and tells who did it', async () => {
    const file = path.join(directory, 'password');
    await writeFile(file, 'a long password of mine\n');
    const random = await cli.run(['operators', 'create', 'anna']);
    expect(random).toMatchObject({ code: 0, stderr: 'The password is shown this once:\n' });
    const anna = { username: 'anna', password: random.stdout.trim() };
    expect(await spool.callAnonymously('POST', '/v1/session', anna)).toMatchObject({ status: 200 });

    const changes = ['--role', 'operator', '--password-file', file];
    expect(await cli.json('operators', 'set', 'anna', ...changes)).toMatchObject({ role: 'operator' });
    const mine = { username: 'anna', password: 'a long password of mine' };
    expect(await spool.callAnonymously('POST', '/v1/session', mine)).toMatchObject({ status: 200 });
    expect(await cli.json('operators', 'disable', 'anna')).toMatchObject({ enabled: false });
    expect(await cli.json('operators', 'enable', 'anna')).toMatchObject({ enabled: true });
    expect(await cli.run(['operators', 'delete', 'anna', '--yes'])).toMatchObject({ code: 0 });
    expect(await cli.run(['operators', 'disable', 'anna'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no operator "anna"'),
    });
    const { items } = await cli.json('audit', '--action', 'operator.delete');
    expect(items).toEqual([expect.objectContaining({ actor: expect.objectContaining({ type: 'api-key' }) })]);
  });

  it('checks the rows and tells of the schema, by the programs of the service', async () => {
    const here = commandLine({ DATABASE_URL: spool.databaseUrl });
    expect(await here.run(['check'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing contradicts itself.'),
    });
    expect(await here.json('check')).toMatchObject({ contradictions: [] });
    expect(await commandLine({}).run(['check'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('DATABASE_URL'),
    });
    expect(await here.run(['migrate', 'status'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The schema is current.'),
    });
    expect(await here.run(['migrate', 'down'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('say --yes'),
    });
  });
});

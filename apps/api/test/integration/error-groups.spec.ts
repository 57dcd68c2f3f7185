import { afterEach, describe, expect, it } from '@jest/globals';
import { deadTaskGroup, type DeadTaskGroup } from '@spool/contracts';
import { GroupDeadTasks } from '../../src/maintenance/group-dead-tasks.js';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { holdOpen } from '../support/outside-session.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);
let queue: string;

afterEach(() => expectUndamaged(spool, sibling));

const makeQueue = async (retention = {}): Promise<void> => {
  queue = await here.makeQueue({ maxAttempts: 1, retention });
};

/** Lets a task die of an error; its id. */
const die = async (message: string, threadId: string | null = null, calls = here): Promise<string> => {
  await calls.enqueue(queue, { threadId });
  const task = await calls.takeOne(queue);
  await calls.fail([task], { error: { message, type: 'Refused', stack: 'Refused\n    at pay (a.js:1:2)' } });
  return task.id;
};

const onlyGroup = async (calls = here): Promise<DeadTaskGroup> => {
  const groups = await calls.deadGroups(queue);
  expect(groups).toHaveLength(1);
  const [group] = groups;
  if (group === undefined) throw new Error('There is no group.');
  return group;
};

const patch = async (group: string, body: object): Promise<DeadTaskGroup> => {
  const answer = await elsewhere.call('PATCH', `/v1/dead-tasks/groups/${group}`, body);
  expect(answer.status).toBe(200);
  return deadTaskGroup.parse(answer.body);
};

describe('The groups of dead tasks', () => {
  it('tell what died alike: how many, in how many threads, since when, and the latest of them', async () => {
    await makeQueue();
    const threadId = freshName('thread');
    const first = await die('Order 17 is refused', threadId);
    await die('Order 18 is refused', threadId);
    await die('Order 19 is refused', freshName('thread'));
    const latest = await die('Order 20 is refused', null, elsewhere);
    const other = await die('The bank is closed');

    const [large, small] = await elsewhere.deadGroups(queue);
    const firstDead = await here.deadTasks({ queue, group: large?.group ?? '' });
    expect(large).toMatchObject({
      queue,
      errorType: 'Refused',
      message: 'Order 20 is refused',
      count: 4,
      threads: 2,
      firstSeenAt: firstDead.at(-1)?.diedAt,
      lastSeenAt: firstDead[0]?.diedAt,
      sampleTaskId: latest,
      status: 'open',
      statusChangedAt: null,
      note: null,
    });
    expect(firstDead.at(-1)?.id).toBe(first);
    expect(large?.deathsPerHour.reduce((sum, deaths) => sum + deaths, 0)).toBe(4);
    expect(small).toMatchObject({ count: 1, threads: 0, sampleTaskId: other });
  });

  it('lose what is restarted, deleted or pruned, and end with their last task', async () => {
    await makeQueue();
    const threadId = freshName('thread');
    const [a, b, c, d] = [
      await die('Order 1', threadId),
      await die('Order 2', threadId),
      await die('Order 3'),
      await die('Order 4'),
    ];
    await here.restart({ ids: [d] });
    expect(await onlyGroup()).toMatchObject({ count: 3, threads: 1, sampleTaskId: c });
    await here.deleteDead([a]);
    expect(await onlyGroup()).toMatchObject({ count: 2, threads: 1 });
    await here.delete([b]);
    expect(await onlyGroup()).toMatchObject({ count: 1, threads: 0 });
    await here.deleteDead([c]);
    expect(await here.deadGroups(queue)).toEqual([]);
    await here.complete(await here.dequeue(queue));
  });

  it('are exact when many die and are restarted at once, on two replicas', async () => {
    await makeQueue();
    const threads = Array.from({ length: 20 }, () => freshName('thread'));
    await here.enqueueBatch(
      queue,
      Array.from({ length: 200 }, (_, index) => ({ threadId: threads[index % 20] ?? null })),
    );
    const work = async (calls: TaskCalls): Promise<void> => {
      for (;;) {
        const tasks = await calls.dequeue(queue, { max: 5 });
        if (tasks.length === 0) return;
        await calls.fail(tasks, { error: { message: `Shard ${tasks[0]?.id}`, type: 'Shard' } });
        const [first] = tasks;
        if (Number(first?.id) % 3 === 0) await calls.deleteDead([first?.id ?? '']);
        await calls.deadGroups(queue);
      }
    };
    await Promise.all([here, elsewhere, here, elsewhere].map(work));
    await Promise.all([here, elsewhere].map(work));
    const { count } = await onlyGroup();
    expect(count).toBe((await here.deadTasks({ queue, limit: '200' })).length);
    expect(count).toBeGreaterThan(100);
  });

  it('are listed a page at a time, the largest first', async () => {
    await makeQueue();
    for (const [message, times] of [
      ['one', 1],
      ['three', 3],
      ['two', 2],
    ] as const)
      for (let time = 0; time < times; time += 1) await die(message);
    const seen: (readonly [string, number])[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await here.call<{ items: DeadTaskGroup[]; nextCursor: string | null }>(
        'GET',
        `/v1/dead-tasks/groups?queue=${queue}&limit=1${cursor}`,
      );
      seen.push(...body.items.map(({ message, count }) => [message, count] as const));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual([
      ['three', 3],
      ['two', 2],
      ['one', 1],
    ]);
  });

  it('make no death wait for another, whoever holds a group and the folding', async () => {
    await makeQueue();
    await die('Order 1');
    const { group } = await onlyGroup();
    const session = await holdOpen(
      spool,
      `SELECT 1 FROM error_groups g, error_group_folds f WHERE g.error_group = UNHEX(?) FOR UPDATE`,
      [group],
    );
    try {
      const startedAt = performance.now();
      await Promise.all([die('Order 2'), die('Order 3', null, elsewhere)]);
      expect(performance.now() - startedAt).toBeLessThan(2_000);
    } finally {
      await session.end();
    }
    expect(await onlyGroup()).toMatchObject({ count: 3 });
  });
});

describe('The status of a group', () => {
  it('is open, resolved when an operator says so, and regressed once a task dies in it after that', async () => {
    await makeQueue();
    await die('Order 1');
    const { group } = await onlyGroup();
    const resolved = await patch(group, { status: 'resolved', note: 'Fixed in 2.1' });
    expect(resolved).toMatchObject({ group, status: 'resolved', note: 'Fixed in 2.1', count: 1 });
    expect(await onlyGroup()).toEqual(resolved);

    await die('Order 2');
    expect(await onlyGroup()).toMatchObject({ status: 'regressed', note: 'Fixed in 2.1', count: 2 });
    expect(await patch(group, { status: 'resolved' })).toMatchObject({
      status: 'resolved',
      note: 'Fixed in 2.1',
    });
    expect(await patch(group, { status: 'open', note: null })).toMatchObject({ status: 'open', note: null });
  });

  it('is remembered when its last task is gone', async () => {
    await makeQueue();
    const id = await die('Order 1');
    const { group } = await onlyGroup();
    await patch(group, { status: 'resolved' });
    await here.deleteDead([id]);
    expect(await here.deadGroups(queue)).toEqual([]);
    await die('Order 2');
    expect(await onlyGroup()).toMatchObject({ group, status: 'regressed', count: 1 });
  });

  it('cannot be set to regressed, nor with a note of more than 500 characters', async () => {
    await makeQueue();
    await die('Order 1');
    const { group } = await onlyGroup();
    for (const body of [{ status: 'regressed' }, { status: 'open', note: 'x'.repeat(501) }, {}]) {
      const answer = await here.call('PATCH', `/v1/dead-tasks/groups/${group}`, body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
    expect(await onlyGroup()).toMatchObject({ status: 'open', statusChangedAt: null });
  });

  it('is nothing of a caller who does not cover the queue, or may not intervene', async () => {
    await makeQueue();
    await die('Order 1');
    const { group } = await onlyGroup();
    const stranger = await callerForQueues(spool, ['elsewhere-*'], ['read', 'operate']);
    expect((await stranger('GET', '/v1/dead-tasks/groups')).body).toEqual({ items: [], nextCursor: null });
    const refused = await stranger('PATCH', `/v1/dead-tasks/groups/${group}`, { status: 'resolved' });
    expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const reader = await callerForQueues(spool, [queue], ['read']);
    const forbidden = await reader('PATCH', `/v1/dead-tasks/groups/${group}`, { status: 'resolved' });
    expect(forbidden).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await reader<{ items: unknown[] }>('GET', '/v1/dead-tasks/groups')).body.items).toHaveLength(1);
    expect(await onlyGroup()).toMatchObject({ status: 'open' });
  });
});

describe('Tasks that died before there were groups', () => {
  it('get theirs from the scheduled job, the same that they would get today', async () => {
    await makeQueue();
    await die('Order 1', freshName('thread'));
    await die('Order 2');
    const before = await onlyGroup();
    await spool.database.write(async (sql) => {
      await sql.change('UPDATE dead_tasks SET error_group = NULL');
      for (const table of ['error_groups', 'error_group_threads', 'error_group_hours', 'error_group_changes'])
        await sql.change(`DELETE FROM ${table}`);
    });
    await spool.application.app.get(GroupDeadTasks).run();
    expect(await onlyGroup()).toEqual(before);
    await expectCleanAudit(spool);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { deadTask, limits, pageOf, type Problem, type queueConfiguration } from '@spool/contracts';
import type { z } from 'zod';
import { freshName } from '../support/fresh-names.js';
import { startSpool, type TestSibling, type TestSpool } from '../support/spool.js';
import { sweepOnce } from '../support/sweep.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

let spool: TestSpool;
let sibling: TestSibling;
let here: TaskCalls;
let elsewhere: TaskCalls;

beforeAll(async () => {
  spool = await startSpool();
  here = new TaskCalls(spool.call);
  sibling = await spool.startSibling();
  elsewhere = new TaskCalls(sibling.call);
});

afterEach(() => expectUndamaged(spool, sibling));

afterAll(async () => {
  await spool.close();
});

const makeQueue = async (configuration: z.input<typeof queueConfiguration> = {}): Promise<string> => {
  const queue = freshName('queue');
  await here.putQueue(queue, configuration);
  return queue;
};

const idsOf = (tasks: readonly { readonly id: string }[]): string[] => tasks.map(({ id }) => id);

describe('The last attempt of a head', () => {
  it('T14: is its death when it fails, and the next member is dequeuable in the next call', async () => {
    const queue = await makeQueue();
    const threadId = freshName('thread');
    const a = await here.enqueue(queue, { threadId, maxAttempts: 1 });
    const b = await here.enqueue(queue, { threadId });
    const held = await here.takeOne(queue);
    expect(await here.fail([held])).toEqual([{ id: a.id, status: 'ok', outcome: 'dead', promoted: b.id }]);
    const next = await elsewhere.dequeue(queue, { max: 10 });
    expect(idsOf(next)).toEqual([b.id]);
    expect(await here.task(a.id)).toMatchObject({ state: 'DEAD', attempt: 1, threadId });
    expect(await here.thread(threadId)).toMatchObject({ size: 1, inProgress: { id: b.id }, deadCount: 1 });
    await here.complete(next);
  });

  it('T14: ends a thread that has no other member, and a new one in it is dequeuable', async () => {
    const queue = await makeQueue({ maxAttempts: 1 });
    const threadId = freshName('thread');
    await here.enqueue(queue, { threadId });
    expect(await here.fail([await here.takeOne(queue)])).toMatchObject([{ outcome: 'dead' }]);
    expect(await here.thread(threadId)).toBeNull();
    const c = await here.enqueue(queue, { threadId });
    const taken = await elsewhere.dequeue(queue);
    expect(idsOf(taken)).toEqual([c.id]);
    await here.complete(taken);
  });

  it('T15: may come in a batch with an unknown id: the known are dead and only dead, once', async () => {
    const queue = await makeQueue({ maxAttempts: 1 });
    await here.enqueueBatch(queue, [
      { threadId: freshName('thread') },
      { threadId: freshName('thread') },
      { threadId: freshName('thread') },
      {},
    ]);
    const held = await here.dequeue(queue, { max: 10 });
    const unknown = { id: '9007199254740993', leaseToken: '1' };
    const batch = [...held.slice(0, 2), unknown, ...held.slice(2)];
    const dead = { status: 'ok', outcome: 'dead' };
    const notFound = { id: unknown.id, status: 'error', code: 'task_not_found' };
    const first = await here.fail(batch);
    expect(first).toMatchObject([dead, dead, notFound, dead, dead]);
    const look = () => Promise.all(held.map(({ id }) => here.task(id)));
    const tasks = await look();
    expect(tasks.map(({ state }) => state)).toEqual(['DEAD', 'DEAD', 'DEAD', 'DEAD']);

    const again = await here.fail(batch, { error: { message: 'another' } });
    const settled = { status: 'error', code: 'already_settled', outcome: 'dead' };
    expect(again).toMatchObject([settled, settled, notFound, settled, settled]);
    expect(await look()).toEqual(tasks);
    expect(idsOf(await here.deadTasks({ queue })).sort()).toEqual(idsOf(held).sort());
    expect(await here.tasks({ queue, state: 'ENQUEUED' })).toEqual([]);
    expect(await here.tasks({ queue, state: 'IN_PROGRESS' })).toEqual([]);
  });
});

describe('A restart', () => {
  it('T16: of a task that has been dead for three days is a fresh arrival, which no sweep takes away', async () => {
    const queue = await makeQueue({
      maxAttempts: 2,
      backoff: { type: 'fixed', initialMs: 0 },
      retention: { deadMs: 4 * 86_400_000 },
    });
    const threadId = freshName('thread');
    const { id } = await here.enqueue(queue, { threadId, type: 'send', payload: { order: 7 } });
    for (let attempt = 1; attempt <= 2; attempt += 1) await here.fail([await here.takeOne(queue)]);
    const threeDays = `died_at = died_at - INTERVAL 3 DAY, enqueued_at = enqueued_at - INTERVAL 3 DAY,
      scheduled_at = scheduled_at - INTERVAL 3 DAY`;
    await spool.database.write((sql) => sql.change(`UPDATE dead_tasks SET ${threeDays} WHERE id = ?`, [id]));
    const dead = await here.task(id);
    expect(dead).toMatchObject({ state: 'DEAD', attempt: 2 });

    const [restarted] = await here.restart({ ids: [id] });
    const newId = restarted?.status === 'ok' ? restarted.newId : '';
    await sweepOnce(spool);
    await sweepOnce(spool);
    const fresh = await here.task(newId);
    expect(fresh).toMatchObject({
      state: 'ENQUEUED',
      phase: 'ready',
      attempt: 0,
      maxAttempts: 2,
      queue,
      threadId,
      type: 'send',
      payload: { order: 7 },
      restartedFrom: id,
      history: [],
    });
    const threeDaysMs = 3 * 86_400_000;
    for (const name of ['enqueuedAt', 'scheduledAt'] as const)
      expect(Date.parse(fresh[name]) - Date.parse(dead[name])).toBeGreaterThanOrEqual(threeDaysMs);
    expect(await here.task(id)).toMatchObject({ state: 'RESTARTED', restartedAs: newId });
    expect(await here.deadTasks({ queue })).toEqual([]);
    const taken = await here.dequeue(queue);
    expect(idsOf(taken)).toEqual([newId]);
    await here.complete(taken);
  });
});

describe('A dead-letter policy', () => {
  const put = (queue: string, target: string, call = spool.call) =>
    call<Problem>('PUT', `/v1/queues/${queue}`, { deadLetter: { mode: 'forward', queue: target } });

  const expectRefused = ({ status, body }: Awaited<ReturnType<typeof put>>): void => {
    expect([status, body.code, body.errors?.map(({ path }) => path)]).toEqual([
      400,
      'validation_failed',
      ['/deadLetter/queue'],
    ]);
  };

  it('T17: may not point at itself, whether the queue is new or not', async () => {
    const newcomer = freshName('queue');
    expectRefused(await put(newcomer, newcomer));
    expect((await here.call('GET', `/v1/queues/${newcomer}`)).status).toBe(404);
    const queue = await makeQueue();
    expectRefused(await put(queue, queue));
    const patch = { deadLetter: { mode: 'forward', queue } };
    expectRefused(await here.call('PATCH', `/v1/queues/${queue}`, patch));
  });

  it('T17: may not point at nothing', async () => {
    expectRefused(await put(freshName('queue'), freshName('queue')));
    expectRefused(await put(await makeQueue(), freshName('queue')));
    const { status } = await here.call('PUT', `/v1/queues/${freshName('queue')}`, {
      deadLetter: { mode: 'forward' },
    });
    expect(status).toBe(400);
  });

  it('T17: may not close a circle, of two or of three', async () => {
    const [a, b, c] = [await makeQueue(), await makeQueue(), await makeQueue()];
    expect((await put(a, b)).status).toBe(200);
    expectRefused(await put(b, a));
    expect((await put(b, c)).status).toBe(200);
    expectRefused(await put(c, a));
  });

  it('T17: may not close a circle either when two point at each other at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await makeQueue(), await makeQueue()];
      const answers = await Promise.all([put(a, b), put(b, a, elsewhere.call)]);
      expect([
        [200, 400],
        [400, 200],
      ]).toContainEqual(answers.map(({ status }) => status));
    }
  });

  it('T17: holds its target against deletion, and lets it go when it points elsewhere', async () => {
    const target = await makeQueue();
    const queue = await makeQueue({ deadLetter: { mode: 'forward', queue: target } });
    const refused = await here.call<Problem>('DELETE', `/v1/queues/${target}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    await here.putQueue(queue);
    expect((await here.call('DELETE', `/v1/queues/${target}`)).status).toBe(204);
  });

  it('T17: loses no task when its target is deleted at the same instant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [queue, target] = [await makeQueue({ maxAttempts: 1 }), await makeQueue()];
      const { id } = await here.enqueue(queue);
      const held = await here.takeOne(queue);
      const [pointed, deleted] = await Promise.all([
        put(queue, target),
        elsewhere.call('DELETE', `/v1/queues/${target}`),
        here.fail([held]),
      ]);
      expect([
        [200, 409],
        [400, 204],
      ]).toContainEqual([pointed.status, deleted.status]);
      const { state, forwardedAs } = await here.task(id);
      const places = [state, forwardedAs === undefined ? null : (await here.task(forwardedAs)).queue];
      expect([
        ['DEAD', null],
        ['FORWARDED', target],
      ]).toContainEqual(places);
    }
  });

  it('T17: whose target has vanished by outside hands lets the dead rest where they died', async () => {
    const target = await makeQueue();
    const queue = await makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: target } });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    await spool.database.write((sql) => sql.change('DELETE FROM queues WHERE name = ?', [target]));
    expect(await here.fail([held])).toEqual([{ id, status: 'ok', outcome: 'dead' }]);
    expect(idsOf(await here.deadTasks({ queue }))).toEqual([id]);
  });
});

describe('What a worker says of a failure', () => {
  const replacement = '\uFFFD';
  const euro = '€';
  const cutEuros = euro.repeat(Math.floor(8_192 / 3));
  const sayings: readonly { what: string; said: string; kept: string }[] = [
    { what: 'a message of 1 MB', said: 'x'.repeat(1_048_576), kept: 'x'.repeat(8_192) },
    { what: 'a long message of longer characters', said: euro.repeat(100_000), kept: cutEuros },
    { what: 'a NUL', said: 'be\u0000fore', kept: 'before' },
    { what: 'a lone surrogate', said: 'half \uD83D of it', kept: `half ${replacement} of it` },
    { what: 'an empty message', said: '', kept: '' },
    { what: 'nothing but control characters', said: '\u0000\u0007\u001B', kept: '' },
    { what: 'quotes and backslashes', said: `\\' " ' \\" \n\t;--`, kept: `\\' " ' \\" \n\t;--` },
  ];

  it.each(sayings)('T19: $what is cleaned and cut, and the thread advances', async ({ said, kept }) => {
    const queue = await makeQueue({ backoff: { type: 'fixed', initialMs: 3_600_000 } });
    const threadId = freshName('thread');
    const [retrying, dying, last] = await here.enqueueBatch(queue, [
      { threadId },
      { threadId },
      { threadId },
    ]);
    const error = { message: said, type: said, stack: said };
    const retried = await here.fail([await here.takeOne(queue)], { error });
    expect(retried).toMatchObject([{ outcome: 'retrying', promoted: dying?.id }]);
    const died = await here.fail([await here.takeOne(queue)], { error, retryable: false });
    expect(died).toMatchObject([{ outcome: 'dead', promoted: last?.id }]);
    const taken = await here.dequeue(queue);
    expect(idsOf(taken)).toEqual([last?.id]);

    const shortKept = [...kept].slice(0, 200).join('');
    const type = shortKept === '' ? null : shortKept;
    for (const task of [retrying, dying]) {
      const { error: shown, history } = await here.task(task?.id ?? '');
      expect(shown).toEqual({ type, message: kept });
      expect(history[0]?.error).toMatchObject({ type, message: kept });
      const stackBytes = Buffer.byteLength(history[0]?.error?.stack ?? '');
      expect(stackBytes).toBeLessThanOrEqual(32_768);
      expect(stackBytes).toBeGreaterThanOrEqual(Buffer.byteLength(kept));
    }
    await here.complete(taken);
    await here.delete([retrying?.id ?? '']);
  });
});

describe('The DLQ', () => {
  it('T45: with 50 tasks of the maximum size answers fast and small; a payload comes only with its task', async () => {
    const queue = await makeQueue({ maxAttempts: 1 });
    const largest = 'x'.repeat(limits.payloadBytes - 2);
    const said = 'y'.repeat(limits.errorMessageBytes);
    for (let batch = 0; batch < 5; batch += 1)
      await here.enqueueBatch(
        queue,
        Array.from({ length: 10 }, () => ({ payload: largest })),
      );
    for (let died = 0; died < 50;) {
      const held = await here.dequeue(queue, { max: 50 });
      await here.fail(held, { error: { message: said, stack: said.repeat(4) } });
      died += held.length;
    }
    const startedAt = performance.now();
    const { status, body } = await spool.call('GET', `/v1/dead-tasks?queue=${queue}&limit=50`);
    const tookMs = performance.now() - startedAt;
    expect(status).toBe(200);
    const { items } = pageOf(deadTask).parse(body);
    expect(items).toHaveLength(50);
    expect(tookMs).toBeLessThan(1_000);
    // A list tells the messages, cut at their own limit, and nothing of the payloads and stacks.
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(50 * (limits.errorMessageBytes + 1_024));
    expect(items.some((item) => 'payload' in item)).toBe(false);
    const [group] = await here.deadGroups(queue);
    expect(group).toMatchObject({ count: 50 });
    expect(group?.message).toHaveLength(500);
    expect((await here.task(items[0]?.id ?? '')).payload).toBe(largest);
  });
});

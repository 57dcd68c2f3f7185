import { afterEach, describe, expect, it } from '@jest/globals';
import { deadTask, limits, pageOf } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { sweepOnce } from '../support/sweep.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

describe('The last attempt of a head', () => {
  it('T14: is its death when it fails, and the next member is dequeuable in the next call', async () => {
    const queue = await here.makeQueue();
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
    const queue = await here.makeQueue({ maxAttempts: 1 });
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
    const queue = await here.makeQueue({ maxAttempts: 1 });
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
    const queue = await here.makeQueue({
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
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 3_600_000 } });
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
    const queue = await here.makeQueue({ maxAttempts: 1 });
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

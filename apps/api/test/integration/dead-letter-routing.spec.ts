import { afterEach, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
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

const statusOf = async (id: string): Promise<number> => (await here.call('GET', `/v1/tasks/${id}`)).status;
const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const error = { type: 'HTTP_410', message: 'gone for good', stack: 'at receiver' };

describe('A queue that forwards its dead', () => {
  it('enqueues them anew without a thread, with a record of where they came from, and lets the thread advance', async () => {
    const target = await here.makeQueue({ maxAttempts: 9 });
    const queue = await here.makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: target } });
    const threadId = freshName('thread');
    const given = { threadId, type: 'send', payload: { order: [1, 2] }, traceparent };
    const a = await here.enqueue(queue, given);
    const b = await here.enqueue(queue, { threadId });
    const waiting = elsewhere.dequeue(target, { waitMs: 10_000, workerId: 'mender' });
    const [failed] = await here.fail([await here.takeOne(queue)], { error });
    expect(failed).toEqual({ id: a.id, status: 'ok', outcome: 'dead', promoted: b.id });

    const forwarded = await here.task(a.id);
    expect(forwarded).toMatchObject({
      state: 'FORWARDED',
      phase: null,
      queue,
      threadId,
      attempt: 1,
      payload: given.payload,
      error: { type: error.type, message: error.message },
      history: [{ attempt: 1, outcome: 'failed', error }],
    });
    const [mended] = await waiting;
    expect(mended).toMatchObject({
      id: forwarded.forwardedAs,
      queue: target,
      threadId: null,
      type: 'send',
      payload: given.payload,
      attempt: 1,
      maxAttempts: 9,
      traceparent,
    });
    const successor = await here.task(forwarded.forwardedAs ?? '');
    expect(successor.deadLetter).toEqual({
      taskId: a.id,
      queue,
      threadId,
      attempt: 1,
      diedAt: forwarded.finishedAt,
      error: { type: error.type, message: error.message },
    });
    expect(successor).toMatchObject({ state: 'IN_PROGRESS', history: [{ attempt: 1, workerId: 'mender' }] });
    expect(await here.deadTasks({ queue })).toEqual([]);
    expect(await here.complete(mended === undefined ? [] : [mended])).toMatchObject([{ status: 'ok' }]);
    await here.complete([await here.takeOne(queue)]);
    expect(await here.thread(threadId)).toBeNull();
    await expectCleanAudit(spool, { acceptedIds: [a.id, b.id, successor.id] });
  });

  it('does so for those whose lease lapsed, and in batches to several targets', async () => {
    const targets = [await here.makeQueue(), await here.makeQueue()];
    const queues = await Promise.all(
      targets.map((target) =>
        here.makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: target } }),
      ),
    );
    const [lapsing = ''] = queues;
    const vanished = await here.enqueue(lapsing, { payload: 'vanished' });
    await here.takeOne(lapsing, { keepaliveTimeoutMs: 1_000 });
    const moved = await here.takeOne(targets[0] ?? '', { waitMs: 10_000 });
    expect(moved.payload).toBe('vanished');
    expect((await here.task(moved.id)).deadLetter).toMatchObject({
      taskId: vanished.id,
      error: { type: 'KEEPALIVE_LAPSED' },
    });
    await here.complete([moved]);

    const held = [];
    for (const [place, queue] of queues.entries()) {
      await here.enqueueBatch(queue, [{ payload: `${place}a` }, { payload: `${place}b` }]);
      held.push(...(await here.dequeue(queue, { max: 2 })));
    }
    await here.fail(held);
    for (const [place, target] of targets.entries()) {
      const arrived = await here.dequeue(target, { max: 10 });
      expect(arrived.map(({ payload }) => payload)).toEqual([`${place}a`, `${place}b`]);
      await here.complete(arrived);
    }
  });

  it('passes on what dies again further down the chain, with the record of the last station', async () => {
    const last = await here.makeQueue({ maxAttempts: 1 });
    const middle = await here.makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: last } });
    const first = await here.makeQueue({ maxAttempts: 1, deadLetter: { mode: 'forward', queue: middle } });
    const { id } = await here.enqueue(first, { payload: 'travels' });
    for (const queue of [first, middle, last]) await here.fail([await here.takeOne(queue)]);
    const second = (await here.task(id)).forwardedAs ?? '';
    const third = (await here.task(second)).forwardedAs ?? '';
    const dead = await here.task(third);
    expect(dead).toMatchObject({ state: 'DEAD', queue: last, payload: 'travels' });
    expect(dead.deadLetter).toMatchObject({ taskId: second, queue: middle });
    const [restarted] = await here.restart({ ids: [third] });
    const again = await here.takeOne(last);
    expect(restarted).toMatchObject({ newId: again.id });
    expect((await here.task(again.id)).deadLetter).toMatchObject({ taskId: second });
    await here.complete([again]);
  });

  it('cannot restart what was forwarded, and keeps it as long as the dead', async () => {
    const target = await here.makeQueue();
    const queue = await here.makeQueue({
      maxAttempts: 1,
      deadLetter: { mode: 'forward', queue: target },
      retention: { completedMs: 0, deadMs: 86_400_000 },
    });
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    await here.fail([held]);
    expect(await here.restart({ ids: [id] })).toMatchObject([{ id, code: 'task_not_found' }]);
    await sweepOnce(spool);
    expect((await here.task(id)).state).toBe('FORWARDED');
    expect(await here.fail([held])).toMatchObject([{ code: 'already_settled', outcome: 'dead' }]);
    expect(await here.delete([id])).toEqual([{ id, status: 'ok' }]);
    expect(await statusOf(id)).toBe(404);
    await here.complete([await here.takeOne(target)]);
  });
});

describe('A queue that keeps nothing', () => {
  it('discards its dead: no record, no history, and the thread advances', async () => {
    const queue = await here.makeQueue({
      backoff: { type: 'fixed', initialMs: 0 },
      deadLetter: { mode: 'discard' },
    });
    const threadId = freshName('thread');
    const a = await here.enqueue(queue, { threadId, maxAttempts: 2 });
    await here.fail([await here.takeOne(queue)]);
    const held = await here.takeOne(queue);
    const b = await here.enqueue(queue, { threadId });
    expect(await here.fail([held])).toEqual([{ id: a.id, status: 'ok', outcome: 'dead', promoted: b.id }]);
    expect(await statusOf(a.id)).toBe(404);
    expect(await here.deadTasks({ queue })).toEqual([]);
    expect(await here.fail([held])).toMatchObject([{ code: 'task_not_found' }]);
    await here.complete([await here.takeOne(queue)]);
    await expectCleanAudit(spool, { deletedIds: [a.id] });
  });

  it.each([
    { what: 'completed tasks', retention: { completedMs: 0 } },
    { what: 'dead tasks', retention: { deadMs: 0 } },
  ])('keeps no $what when their retention is 0, and all else', async ({ retention }) => {
    const queue = await here.makeQueue({ maxAttempts: 1, retention });
    const threadId = freshName('thread');
    const [completed, dead, next] = idsOf(
      await here.enqueueBatch(queue, [{ threadId }, { threadId }, { threadId }]),
    );
    const first = await here.takeOne(queue);
    expect(await here.complete([first], { result: 1 })).toMatchObject([{ status: 'ok', promoted: dead }]);
    const second = await here.takeOne(queue);
    expect(await here.fail([second])).toMatchObject([{ outcome: 'dead', promoted: next }]);
    const keepsNoCompleted = 'completedMs' in retention;
    expect([await statusOf(completed ?? ''), await statusOf(dead ?? '')]).toEqual(
      keepsNoCompleted ? [404, 200] : [200, 404],
    );
    const gone = keepsNoCompleted ? first : second;
    expect(await here.complete([gone])).toMatchObject([{ code: 'task_not_found' }]);
    const third = await here.takeOne(queue);
    expect(third.id).toBe(next);
    await here.complete([third]);
    await expectCleanAudit(spool, { deletedIds: [gone.id] });
  });
});

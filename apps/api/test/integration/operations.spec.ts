import { describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { workOff, type Order } from '../support/operation-calls.js';
import { setUpOperations, some } from '../support/operation-stage.js';

const stage = setUpOperations();
const { tasks, operations, elsewhere } = stage;

describe('A bulk restart', () => {
  it('T43: restarts 2,500 tasks once while 100 more die, which stay', async () => {
    const queue = await stage.makeQueue();
    const before = await stage.dead(queue, some(2_500));
    await tasks.enqueueBatch(queue, some(100));
    const held = await tasks.dequeue(queue, { max: 100 });
    const [begun] = await Promise.all([
      operations.create({ action: 'restart', filter: { queue }, reason: 'the receiver is back' }),
      eventually('an operation', async () => ((await operations.list()).items.length > 0 ? true : null)).then(
        () => tasks.fail(held, { retryable: false }),
      ),
    ]);
    expect(begun).toMatchObject({
      action: 'restart',
      total: 2_500,
      reason: 'the receiver is back',
      canary: null,
    });
    expect(begun.createdBy).toMatch(/^key:/);
    const ended = await operations.untilState(begun.id, 'completed');
    expect(ended).toMatchObject({ total: 2_500, done: 2_500, failed: 0 });
    expect(ended.verified).toEqual({ passed: 0, failedAgain: 0, deleted: 0, waiting: 2_500 });
    const covered = await operations.allTasks(begun.id);
    expect(covered.map(({ id }) => id).toSorted()).toEqual(before.toSorted());
    const ran = await workOff(tasks, queue);
    expect(ran.toSorted()).toEqual(covered.map(({ newId }) => newId ?? '').toSorted());
    expect((await tasks.deadTasks({ queue, limit: '200' })).map(({ id }) => id).toSorted()).toEqual(
      held.map(({ id }) => id).toSorted(),
    );
    const verified = await operations.until(begun.id, 'verified', ({ verifiedAt }) => verifiedAt !== null);
    expect(verified.verified).toEqual({ passed: 2_500, failedAgain: 0, deleted: 0, waiting: 0 });
  });

  it('restarts chosen tasks alone, and of these only what is dead', async () => {
    const queue = await stage.makeQueue();
    const ids = await stage.dead(queue, some(3));
    const [first = '', second = '', third = ''] = ids;
    const order: Order = { action: 'restart', filter: { ids: [third, first, '999999999'] } };

    expect(await operations.preview(order)).toMatchObject({ total: 2, eligible: 2 });
    const begun = await operations.create(order);

    expect(begun).toMatchObject({ total: 2, filter: order.filter });
    await operations.untilState(begun.id, 'completed');
    expect((await tasks.deadTasks({ queue })).map(({ id }) => id)).toEqual([second]);
    expect(await operations.create(order)).toMatchObject({ total: 0 });
  });

  it('keeps the old order of a thread over the borders of its batches, behind those who wait', async () => {
    const queue = await stage.makeQueue();
    const threadId = freshName('thread');
    const ids = await stage.dead(queue, some(450, { threadId }));
    const waiting = await tasks.enqueue(queue, { threadId });
    const { id } = await operations.create({ action: 'restart', filter: { threadId } });
    await operations.untilState(id, 'completed');
    expect((await tasks.takeOne(queue)).id).toBe(waiting.id);
    const line = await tasks.thread(threadId);
    expect(line?.size).toBe(451);
    const { items } = await operations.tasks(id, '?limit=200');
    expect(items.map((task) => task.id)).toEqual(ids.slice(0, 200));
    const newIds = items.map(({ newId }) => BigInt(newId ?? '0'));
    expect(newIds.every((newId, index) => index === 0 || newId > (newIds[index - 1] ?? 0n))).toBe(true);
    await tasks.delete([waiting.id]);
    for (const expected of ids.slice(0, 5)) {
      const held = await tasks.takeOne(queue);
      expect((await tasks.task(held.id)).restartedFrom).toBe(expected);
      await tasks.complete([held]);
    }
  });

  it('counts what was restarted or deleted by hand meanwhile as failed, with the code', async () => {
    const queue = await stage.makeQueue();
    const [restarted = '', deleted = '', left = ''] = await stage.dead(queue, some(3));
    const { id } = await operations.create({
      action: 'restart',
      filter: { queue },
      canary: 1,
      ratePerSecond: 1,
    });
    await operations.command(id, 'pause');
    const done = (await operations.get(id)).done;
    const byHand = [restarted, deleted, left].slice(done);
    const [again] = await tasks.restart({ ids: byHand.slice(0, 1) });
    await tasks.deleteDead(byHand.slice(1, 2));
    await operations.command(id, 'resume');
    if (done > 0) await operations.until(id, 'past its canary', ({ state }) => state !== 'canary');
    const codes = ['already_restarted', 'task_not_found'].slice(0, byHand.length);
    const ended = await eventually('its end', async () => {
      const now = await operations.get(id);
      if (now.state === 'canary') await operations.command(id, 'resume');
      return now.state === 'completed' ? now : null;
    });
    expect(ended.failed).toBe(codes.length);
    expect(ended.failures.map(({ code }) => code).toSorted()).toEqual(codes);
    const failed = await operations.tasks(id, '?outcome=failed');
    expect(failed.items).toMatchObject([
      { id: byHand[0], code: 'already_restarted', newId: again?.status === 'ok' ? again.newId : null },
      { id: byHand[1], code: 'task_not_found', newId: null },
    ]);
  });
});

describe('A bulk deletion', () => {
  it('deletes what the filter names, and nothing else', async () => {
    const queue = await stage.makeQueue();
    const broken = await stage.dead(queue, some(3), { error: { type: 'Broken', message: 'x' } });
    const others = await stage.dead(queue, some(2), { error: { type: 'Other', message: 'y' } });
    const { id } = await operations.create({ action: 'delete', filter: { queue, errorType: 'Broken' } });
    const ended = await elsewhere.untilState(id, 'completed');
    expect(ended).toMatchObject({
      total: 3,
      done: 3,
      filter: { queue, errorType: 'Broken' },
      queues: [queue],
    });
    expect(ended.verifiedAt).toBe(ended.finishedAt);
    for (const one of broken) expect((await stage.spool.call('GET', `/v1/tasks/${one}`)).status).toBe(404);
    expect((await tasks.deadTasks({ queue })).map((one) => one.id).toSorted()).toEqual(others.toSorted());
    const { status, body } = await stage.spool.call<Problem>('POST', `/v1/operations/${id}/undo`, {});
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('cannot come back');
  });

  it('has no canary', async () => {
    const order = { action: 'delete', filter: {}, canary: 5 };
    const { status, body } = await stage.spool.call<Problem>('POST', '/v1/operations', order);
    expect([status, body.errors?.[0]?.path]).toEqual([400, '/canary']);
  });
});

describe('A filter', () => {
  it('with nothing behind it makes an operation that is complete', async () => {
    const queue = await stage.makeQueue();
    const { id, total } = await operations.create({ action: 'restart', filter: { queue } });
    expect(total).toBe(0);
    expect(await operations.untilState(id, 'completed')).toMatchObject({ done: 0, queues: [queue] });
  });

  it('leaves out what waits in another operation', async () => {
    const queue = await stage.makeQueue();
    await stage.dead(queue, some(10));
    const first = await operations.create({ action: 'restart', filter: { queue }, ratePerSecond: 1 });
    const held = await operations.command(first.id, 'pause');
    const waiting = held.total - held.done;
    expect(await operations.preview({ action: 'restart', filter: { queue } })).toMatchObject({
      total: waiting,
      eligible: 0,
      notEligible: [{ code: 'in_another_operation', count: waiting }],
      threads: { items: [], nextCursor: null },
    });
    expect((await operations.create({ action: 'restart', filter: { queue } })).total).toBe(0);
    await operations.command(first.id, 'cancel');
    expect((await operations.create({ action: 'delete', filter: { queue } })).total).toBe(waiting);
  });

  it('of a queue that is not there is refused', async () => {
    const { body } = await stage.spool.call<Problem>('POST', '/v1/operations', {
      action: 'restart',
      filter: { queue: 'nowhere' },
    });
    expect(body.code).toBe('queue_not_found');
  });
});

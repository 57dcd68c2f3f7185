import { afterEach, describe, expect, it } from '@jest/globals';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectUndamaged(spool));

describe('A task handed back', () => {
  it('R11: is ENQUEUED again at its old time, and the dequeue was no attempt', async () => {
    const queue = await here.makeQueue({ maxAttempts: 2, backoff: { type: 'fixed', initialMs: 0 } });
    const threadId = freshName('thread');
    const scheduledAt = '2026-01-01T00:00:00.000Z';
    const { id } = await here.enqueue(queue, { threadId, scheduledAt });
    const behind = await here.enqueue(queue, { threadId });
    await here.fail([await here.takeOne(queue)]);
    await here.complete([await here.takeOne(queue)]);
    const retried = await here.task(id);
    for (let time = 0; time < 3; time += 1) {
      const held = await here.takeOne(queue);
      expect(held).toMatchObject({ id, attempt: 2 });
      expect(await here.release([held])).toEqual([{ id, status: 'ok', scheduledAt: retried.scheduledAt }]);
      expect(await here.task(id)).toEqual({ ...retried, phase: 'ready' });
      expect(await here.complete([held])).toMatchObject([{ code: 'lease_lost' }]);
    }
    // maxAttempts is two: only what was not handed back counts.
    expect(await here.fail([await here.takeOne(queue)])).toMatchObject([{ outcome: 'dead' }]);
    expect((await here.task(behind.id)).state).toBe('COMPLETED');
  });

  it('R3: with a delay lets its siblings go first, and comes back at its time', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [a, b] = await here.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await here.takeOne(queue);
    const [released] = await here.release([held], { delayMs: 1_000 });
    expect(released).toMatchObject({ id: a?.id, status: 'ok', promoted: b?.id });
    expect(await here.task(a?.id ?? '')).toMatchObject({ state: 'ENQUEUED', phase: 'waiting', attempt: 0 });
    const next = await here.dequeue(queue, { max: 10 });
    expect(idsOf(next)).toEqual([b?.id]);
    await here.complete(next);
    expect(await here.task(a?.id ?? '')).toMatchObject({ phase: 'scheduled' });
    const back = await here.takeOne(queue, { waitMs: 10_000 });
    const returnsAt = released?.status === 'ok' ? released.scheduledAt : '';
    expect(back).toMatchObject({ id: a?.id, attempt: 1, scheduledAt: returnsAt });
    const { lease } = await here.task(back.id);
    expect(Date.parse(lease?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(returnsAt));
    await here.complete([back]);
  });

  it('R12: gets one honest result an item, and the first mention of a task counts', async () => {
    const queue = await here.makeQueue();
    const [a, b] = await here.enqueueBatch(queue, [{}, {}]);
    const [heldA, heldB] = await here.dequeue(queue, { max: 2 });
    if (heldA === undefined || heldB === undefined) throw new Error('Two tasks were enqueued.');
    await here.complete([heldB]);
    const results = await here.release([heldA, heldA, heldB, { id: '9007199254740993', leaseToken: '1' }]);
    expect(results).toMatchObject([
      { id: a?.id, status: 'ok' },
      { id: a?.id, code: 'lease_lost' },
      { id: b?.id, code: 'already_settled', outcome: 'completed' },
      { code: 'task_not_found' },
    ]);
    const single = await here.call('POST', `/v1/tasks/${a?.id}/release`, { leaseToken: heldA.leaseToken });
    expect([single.status, single.body['code']]).toEqual([409, 'lease_lost']);
  });
});

describe('The order over a queue', () => {
  const backlog = (threads: readonly string[], members: number) =>
    threads.flatMap((threadId) => Array.from({ length: members }, () => ({ threadId })));

  const workOneByOne = async (queue: string, count: number): Promise<(string | null)[]> => {
    const order: (string | null)[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const task = await here.takeOne(queue);
      order.push(task.threadId);
      await here.complete([task]);
    }
    return order;
  };

  it('scheduled: works a deep thread off before those that came after it', async () => {
    const queue = await here.makeQueue();
    const [deep, light] = [freshName('thread'), freshName('thread')];
    await here.enqueueBatch(queue, [...backlog([deep], 3), { threadId: light }]);
    expect(await workOneByOne(queue, 4)).toEqual([deep, deep, deep, light]);
  });

  it('fair: gives a deep thread one turn at a time', async () => {
    const queue = await here.makeQueue({ ordering: 'fair' });
    const [deep, other, light] = [freshName('thread'), freshName('thread'), freshName('thread')];
    await here.enqueueBatch(queue, backlog([deep, other], 3));
    await here.enqueue(queue, { threadId: light });
    expect(await workOneByOne(queue, 7)).toEqual([deep, other, light, deep, other, deep, other]);
  });

  it('fair: lets nobody get ahead by a time in the past, with or without a thread', async () => {
    const queue = await here.makeQueue({ ordering: 'fair' });
    const past = { scheduledAt: '2026-01-01T00:00:00.000Z' };
    const [first] = idsOf(await here.enqueueBatch(queue, [{}]));
    const [free, threaded] = idsOf(
      await here.enqueueBatch(queue, [past, { ...past, threadId: freshName('thread') }]),
    );
    expect(idsOf(await here.dequeue(queue, { max: 3 }))).toEqual([first, free, threaded]);
  });

  it('fair: never breaks the order within a thread, nor hands anything out before its time', async () => {
    const queue = await here.makeQueue({ ordering: 'fair' });
    const threadId = freshName('thread');
    const ids = idsOf(
      await here.enqueueBatch(queue, [
        { threadId, scheduledAt: '2026-01-01T00:00:01.000Z' },
        { threadId, scheduledAt: '2026-01-01T00:00:00.000Z' },
        { threadId, delayMs: 3_600_000 },
        { threadId },
      ]),
    );
    const taken: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const task = await here.takeOne(queue);
      taken.push(task.id);
      await here.complete([task]);
    }
    expect(taken).toEqual([ids[1], ids[0], ids[3]]);
    expect(await here.dequeue(queue)).toEqual([]);
    expect(await here.task(ids[2] ?? '')).toMatchObject({ phase: 'scheduled' });
  });
});

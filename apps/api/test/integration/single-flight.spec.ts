import { afterEach, describe, expect, it } from '@jest/globals';
import type { LeasedTask } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

const atOnceAgain = { type: 'fixed', initialMs: 0 } as const;
const longAgo = '2026-01-01T00:00:00.000Z';

const sorted = (ids: Iterable<string>): string[] => [...ids].sort();

/** Tasks by their own times; ids of the same time are of the same length here. */
const inRunningOrder = async (ids: readonly string[]): Promise<string[]> => {
  const tasks = await Promise.all(ids.map((id) => here.task(id)));
  return sorted(tasks.map(({ scheduledAt, id }) => `${scheduledAt} ${id}`)).map(
    (text) => text.split(' ')[1] ?? '',
  );
};

describe('A thread in single file', () => {
  it('T1: one dequeue takes one member of a thread with a retried and a newer one due, beside other heads and free tasks', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const [threadId, otherThread] = [freshName('thread'), freshName('thread')];
    const retried = await here.enqueue(queue, { threadId });
    await here.fail([await here.takeOne(queue)]);
    const newer = await here.enqueue(queue, { threadId });
    const otherHead = await here.enqueue(queue, { threadId: otherThread });
    const otherWaiting = await here.enqueue(queue, { threadId: otherThread });
    const free = await here.enqueueBatch(queue, [{}, {}, {}]);

    const taken = await here.dequeue(queue, { max: 10 });
    expect(idsOf(taken)).toEqual([retried.id, otherHead.id, ...idsOf(free)]);
    expect(await elsewhere.dequeue(queue, { max: 10 })).toEqual([]);
    await here.complete(taken);
    const next = await elsewhere.dequeue(queue, { max: 10 });
    expect(idsOf(next)).toEqual([newer.id, otherWaiting.id]);
    await here.complete(next);
  });

  const endings = {
    completed: (task: LeasedTask) => here.complete([task]),
    deleted: (task: LeasedTask) => here.delete([task.id]),
  };

  it.each(['completed', 'deleted'] as const)(
    'T2: a member enqueued while the only one is being %s can be dequeued at once, 250 times',
    async (ending) => {
      const queue = await here.makeQueue();
      for (let round = 0; round < 5; round += 1) {
        const threads = Array.from({ length: 50 }, () => freshName('thread'));
        await here.enqueueBatch(
          queue,
          threads.map((threadId) => ({ threadId })),
        );
        const taken = await here.dequeue(queue, { max: 50 });
        expect(taken).toHaveLength(50);
        const newcomers: string[] = [];
        await Promise.all(
          taken.flatMap((task) => [
            endings[ending](task),
            elsewhere
              .enqueue(queue, { threadId: task.threadId })
              .then((newcomer) => newcomers.push(newcomer.id)),
          ]),
        );
        const next = await here.dequeue(queue, { max: 100 });
        expect(sorted(idsOf(next))).toEqual(sorted(newcomers));
        await here.complete(next);
        expect(await here.thread(threads[0] ?? '')).toBeNull();
      }
    },
  );

  it('T3: nobody else becomes dequeuable while a member is IN_PROGRESS, by whatever route', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 500 }, maxAttempts: 2 });
    const threadId = freshName('thread');
    const expectNobody = async (): Promise<void> => {
      expect(await elsewhere.dequeue(queue, { max: 10 })).toEqual([]);
      expect(await here.dequeue(queue, { max: 10 })).toEqual([]);
    };
    const dead = await here.enqueue(queue, { threadId });
    await here.fail([await here.takeOne(queue)], { retryable: false });
    const backedOff = await here.enqueue(queue, { threadId });
    await here.fail([await here.takeOne(queue)]);
    const holder = await here.enqueue(queue, { threadId, scheduledAt: longAgo });
    const held = await here.takeOne(queue);
    expect(held.id).toBe(holder.id);

    const scheduled = await here.enqueue(queue, { threadId, delayMs: 400 });
    await expectNobody();
    const [restarted] = await here.restart({ ids: [dead.id] });
    expect(restarted).toMatchObject({ status: 'ok' });
    await expectNobody();
    const early = await here.enqueueBatch(
      queue,
      ['2026-01-01T00:00:01.000Z', '2025-12-31T00:00:00.000Z', '2025-12-31T00:00:00.000Z'].map(
        (scheduledAt) => ({ threadId, scheduledAt }),
      ),
    );
    await expectNobody();
    const [first, second, third] = idsOf(early);
    await here.delete([second ?? '']);
    await expectNobody();
    const { status } = await here.call('PATCH', `/v1/tasks/${first}`, {
      scheduledAt: '2025-12-30T00:00:00.000Z',
    });
    expect(status).toBe(200);
    // Long enough for the schedule and the backoff to come due before the eyes of a caller who waits.
    expect(await elsewhere.dequeue(queue, { max: 10, waitMs: 700 })).toEqual([]);
    for (const id of [backedOff.id, scheduled.id]) expect((await here.task(id)).phase).toBe('waiting');

    const restartedId = restarted?.status === 'ok' ? restarted.newId : '';
    const line = await inRunningOrder([first ?? '', third ?? '', restartedId, backedOff.id, scheduled.id]);
    expect(line.slice(0, 2)).toEqual([first, third]);
    expect(await here.complete([held])).toEqual([{ id: holder.id, status: 'ok', promoted: first }]);
    const taken: string[] = [];
    while (taken.length < line.length) {
      const task = await elsewhere.takeOne(queue);
      taken.push(task.id);
      await here.complete([task]);
    }
    expect(taken).toEqual(line);
    expect(await here.thread(threadId)).toBeNull();
  });
});

describe('100 threads at once', () => {
  it('T6: each has its next head dequeuable when the complete of the one before returns', async () => {
    const turns = 6;
    const queue = await here.makeQueue();
    const threads = Array.from({ length: 100 }, () => freshName('thread'));
    const everyTurn = Array.from({ length: turns }, (_, turn) => turn);
    await here.enqueueBatch(
      queue,
      everyTurn.flatMap((turn) => threads.map((threadId) => ({ threadId, payload: turn }))),
    );
    let heads = await here.dequeue(queue, { max: 100 });
    for (const turn of everyTurn.slice(1)) {
      const promoted = await Promise.all(
        heads.map(async (head) => {
          const [completed] = await here.complete([head]);
          const nextId = completed?.status === 'ok' ? (completed.promoted ?? '') : '';
          expect(await elsewhere.task(nextId)).toMatchObject({ threadId: head.threadId, phase: 'ready' });
          return nextId;
        }),
      );
      heads = await elsewhere.dequeue(queue, { max: 500 });
      expect(sorted(idsOf(heads))).toEqual(sorted(promoted));
      expect(heads.map(({ payload }) => payload)).toEqual(threads.map(() => turn));
    }
    await here.complete(heads);
    expect(await here.tasks({ queue, state: 'ENQUEUED' })).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { enqueuedTask, type NewTaskInput } from '@spool/contracts';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { sweepOnce } from '../support/sweep.js';
import { idsOf, readAnswer, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

/** Enqueues a task that may be a repetition; the status and the answer. */
const send = async (calls: TaskCalls, queue: string, given: Partial<NewTaskInput>) => {
  const answer = await calls.call('POST', `/v1/queues/${queue}/tasks`, { payload: null, ...given });
  return { status: answer.status, task: readAnswer(enqueuedTask, answer.status, answer) };
};

const sendBatch = async (queue: string, given: readonly Partial<NewTaskInput>[]) => {
  const tasks = given.map((one) => ({ payload: null, ...one }));
  const answer = await here.call('POST', `/v1/queues/${queue}/tasks/batch`, { tasks });
  return readAnswer(z.object({ tasks: z.array(enqueuedTask) }), 201, answer).tasks;
};

describe('A dedupKey', () => {
  it('answers a later request with the first task as it now is, and changes nothing', async () => {
    const queue = await here.makeQueue();
    const first = await here.enqueue(queue, { dedupKey: 'a', payload: 1, type: 'one' });
    const ready = await send(elsewhere, queue, { dedupKey: 'a', payload: 2, threadId: freshName('thread') });
    expect(ready).toEqual({ status: 200, task: { ...first, deduplicated: true } });
    const held = await here.takeOne(queue);
    const running = await send(here, queue, { dedupKey: 'a' });
    expect(running.task).toMatchObject({ id: first.id, state: 'IN_PROGRESS', deduplicated: true });
    await here.complete([held], { result: 'done' });
    const finished = await send(here, queue, { dedupKey: 'a', payload: 3 });
    expect(finished.status).toBe(200);
    expect(finished.task).toMatchObject({ id: first.id, state: 'COMPLETED', payload: 1, result: 'done' });
    expect(idsOf(await here.tasks({ queue }))).toEqual([first.id]);
  });

  it('answers repetitions within one batch with the first of them, in request order', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const known = await here.enqueue(queue, { dedupKey: 'known' });
    const tasks = await sendBatch(queue, [
      { dedupKey: 'a', payload: 1, threadId },
      { payload: 2, threadId },
      { dedupKey: 'known', payload: 3 },
      { dedupKey: 'a', payload: 4 },
      { dedupKey: 'b', payload: 5, threadId },
    ]);
    const [a, plain, , , b] = tasks;
    expect(tasks).toMatchObject([
      { payload: 1 },
      { payload: 2 },
      { id: known.id, deduplicated: true },
      { id: a?.id, payload: 1, deduplicated: true },
      { payload: 5 },
    ]);
    for (const fresh of [a, plain, b]) expect(fresh).not.toHaveProperty('deduplicated');
    expect(await here.thread(threadId)).toMatchObject({ size: 3, head: { id: a?.id } });
  });

  it('makes one task of twenty requests that race on two replicas', async () => {
    const queue = await here.makeQueue();
    for (let round = 0; round < 5; round += 1) {
      const threadId = freshName('thread');
      const dedupKey = freshName('key');
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, place) =>
          send(place % 2 === 0 ? here : elsewhere, queue, { dedupKey, threadId }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(new Set(answers.map(({ task }) => task.id)).size).toBe(1);
      expect(await here.thread(threadId)).toMatchObject({ size: 1 });
    }
  });

  it('does not deadlock batches that hold the same keys in opposite orders', async () => {
    const queue = await here.makeQueue();
    const keys = Array.from({ length: 20 }, () => freshName('key'));
    const batches = Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? keys : keys.toReversed()));
    const answers = await Promise.all(
      batches.map((batch) =>
        sendBatch(
          queue,
          batch.map((dedupKey) => ({ dedupKey })),
        ),
      ),
    );
    const idsByKey = answers.map((tasks, place) => (place % 2 === 0 ? tasks : tasks.toReversed()));
    for (const tasks of idsByKey) expect(idsOf(tasks)).toEqual(idsOf(idsByKey[0] ?? []));
    expect(await here.tasks({ queue })).toHaveLength(20);
  });

  it('is a queue’s own, and compared byte by byte', async () => {
    const [queue, other] = [await here.makeQueue(), await here.makeQueue()];
    const keys = ['Key', 'key', 'key ', 'kéy', 'ke\u0301y'];
    for (const dedupKey of keys) {
      expect((await send(here, queue, { dedupKey })).status).toBe(201);
      expect((await send(here, other, { dedupKey })).status).toBe(201);
      expect((await send(here, queue, { dedupKey })).status).toBe(200);
    }
  });

  it('is free again once its window is over, whether it was pruned or not', async () => {
    const queue = await here.makeQueue({ dedupWindowMs: 1_000 });
    const first = await here.enqueue(queue, { dedupKey: 'a' });
    const untilOverMs = 1_000 - (Date.now() - Date.parse(first.enqueuedAt));
    await pause(untilOverMs + 200);
    const second = await send(here, queue, { dedupKey: 'a' });
    expect(second.status).toBe(201);
    expect(second.task.id).not.toBe(first.id);
    expect((await send(here, queue, { dedupKey: 'a' })).task).toMatchObject({ id: second.task.id });
    await pause(1_200);
    await sweepOnce(spool);
    expect((await send(here, queue, { dedupKey: 'a' })).status).toBe(201);
  });

  it('does not open a window where the queue has none', async () => {
    const queue = await here.makeQueue({ dedupWindowMs: 0 });
    const first = await send(here, queue, { dedupKey: 'a' });
    const second = await send(here, queue, { dedupKey: 'a' });
    expect([first.status, second.status]).toEqual([201, 201]);
  });

  it.each(['deleted', 'past its retention'])('names a first task that is %s by its id alone', async (how) => {
    const queue = await here.makeQueue({ retention: { completedMs: 0 } });
    const { id } = await here.enqueue(queue, { dedupKey: 'a' });
    if (how === 'deleted') await here.delete([id]);
    else await here.complete([await here.takeOne(queue)]);
    expect(await send(here, queue, { dedupKey: 'a' })).toEqual({
      status: 200,
      task: { id, deduplicated: true },
    });
    expect(await here.tasks({ queue })).toEqual([]);
  });

  it('is not taken by a batch that is refused', async () => {
    const queue = await here.makeQueue();
    const tasks = [
      { payload: 1, dedupKey: 'a' },
      { payload: 2, maxAttempts: -1 },
    ];
    expect((await here.call('POST', `/v1/queues/${queue}/tasks/batch`, { tasks })).status).toBe(400);
    expect((await send(here, queue, { dedupKey: 'a' })).status).toBe(201);
  });
});

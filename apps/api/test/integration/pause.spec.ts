import { afterEach, describe, expect, it } from '@jest/globals';
import { queue as queueSchema, type LeasedTask } from '@spool/contracts';
import { freshName } from '../support/fresh-names.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

const hold = async (queue: string, reason?: string) =>
  readAnswer(queueSchema, 200, await here.call('POST', `/v1/queues/${queue}/pause`, { reason }));
const letGo = async (queue: string) =>
  readAnswer(queueSchema, 200, await here.call('POST', `/v1/queues/${queue}/resume`));

describe('A paused queue', () => {
  it('R14: hands out nothing on any replica to those who ask after the answer, however many ask', async () => {
    const queue = await here.makeQueue();
    for (let round = 0; round < 5; round += 1) {
      await here.enqueueBatch(
        queue,
        Array.from({ length: 300 }, () => ({})),
      );
      let isPaused = false;
      const late: LeasedTask[] = [];
      const ask = async (calls: TaskCalls, waitMs: number): Promise<void> => {
        for (let asksAfterPause = 0; asksAfterPause < 3;) {
          const wasPaused = isPaused;
          const taken = await calls.dequeue(queue, { max: 2, waitMs });
          if (!wasPaused) continue;
          late.push(...taken);
          asksAfterPause += 1;
        }
      };
      const asking = [here, elsewhere, elsewhere, elsewhere].map((calls, place) => ask(calls, place * 20));
      await here.enqueue(queue);
      expect(await hold(queue)).toMatchObject({ paused: true });
      isPaused = true;
      await Promise.all(asking);
      expect(late).toEqual([]);
      await letGo(queue);
      expect(await elsewhere.dequeue(queue, { max: 500 })).not.toEqual([]);
    }
  });

  it('R14: gives nothing to those who have been waiting on another replica, until it is resumed', async () => {
    const queue = await here.makeQueue();
    const waiting = elsewhere.dequeue(queue, { max: 10, waitMs: 20_000 });
    let isAnswered = false;
    void waiting.then(() => (isAnswered = true));
    await hold(queue, 'the receiver is down');
    const { id, phase } = await here.enqueue(queue, { threadId: freshName('thread') });
    expect(phase).toBe('paused');
    expect(await elsewhere.dequeue(queue, { waitMs: 500 })).toEqual([]);
    expect(isAnswered).toBe(false);
    await letGo(queue);
    const resumedAt = performance.now();
    expect(await waiting).toMatchObject([{ id, attempt: 1 }]);
    expect(performance.now() - resumedAt).toBeLessThan(5_000);
  });

  it('shows its reason until it is resumed, and neither PUT nor PATCH resumes it', async () => {
    const queue = await here.makeQueue();
    expect(await hold(queue, 'the receiver is down')).toMatchObject({
      paused: true,
      pauseReason: 'the receiver is down',
    });
    await here.putQueue(queue, { maxAttempts: 7 });
    const patched = await here.call('PATCH', `/v1/queues/${queue}`, { keepaliveTimeoutMs: 5_000 });
    expect(readAnswer(queueSchema, 200, patched)).toMatchObject({ paused: true, maxAttempts: 7 });
    expect(await letGo(queue)).toMatchObject({ paused: false, pauseReason: null });
    expect(await letGo(queue)).toMatchObject({ paused: false });
  });

  it('R14: lets leases go on: kept alive, completed, failed, released, and keeps places in threads', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [a, b] = await here.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await here.takeOne(queue);
    await hold(queue);
    expect(await here.keepalive([held])).toMatchObject([{ status: 'ok' }]);
    expect(await here.release([held])).toMatchObject([{ status: 'ok', scheduledAt: a?.scheduledAt }]);
    expect(await here.dequeue(queue, { max: 10 })).toEqual([]);
    expect(await here.thread(threadId)).toMatchObject({
      size: 2,
      head: { id: a?.id, phase: 'paused' },
      next: { code: 'after_resume', taskId: a?.id },
    });
    await letGo(queue);
    const again = await here.takeOne(queue);
    expect(again.id).toBe(a?.id);
    await hold(queue);
    expect(await here.complete([again])).toEqual([{ id: a?.id, status: 'ok', promoted: b?.id }]);
    expect((await here.task(b?.id ?? '')).phase).toBe('paused');
    await letGo(queue);
    await here.complete([await here.takeOne(queue)]);
  });

  it('R14: holds up a thread that spans queues, and the explanation says so', async () => {
    const [paused, open] = [await here.makeQueue(), await here.makeQueue()];
    const threadId = freshName('thread');
    const front = await here.enqueue(paused, { threadId });
    const behind = await here.enqueue(open, { threadId });
    await here.dequeue(open, { workerId: 'a worker of the open queue' });
    await here.release([await here.takeOne(paused, { workerId: 'a worker of the paused queue' })]);
    await hold(paused);
    expect(await here.dequeue(open, { max: 10 })).toEqual([]);
    expect(await here.explain(behind.id)).toEqual({
      state: 'ENQUEUED',
      phase: 'waiting',
      causes: [
        { code: 'behind_in_thread', taskId: front.id, queue: paused },
        { code: 'queue_paused', taskId: front.id, queue: paused },
      ],
      next: { code: 'after_resume', taskId: front.id },
    });
    expect(await here.explain(front.id)).toEqual({
      state: 'ENQUEUED',
      phase: 'paused',
      causes: [{ code: 'queue_paused', taskId: front.id, queue: paused }],
      next: { code: 'after_resume', taskId: front.id },
    });
    await letGo(paused);
    await here.complete([await here.takeOne(paused)]);
    const freed = await here.takeOne(open);
    expect(freed.id).toBe(behind.id);
    await here.complete([freed]);
  });
});

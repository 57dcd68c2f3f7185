import { afterEach, describe, expect, it } from '@jest/globals';
import { exchangeAnswer, type exchangeRequest } from '@spool/contracts';
import type { z } from 'zod';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpSpool } from '../support/spool-stage.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectCleanAudit(spool));

const exchange = async (queue: string, request: z.input<typeof exchangeRequest>) =>
  readAnswer(exchangeAnswer, 200, await spool.call('POST', `/v1/queues/${queue}/exchange`, request));

describe('An exchange', () => {
  it('completes a thread’s task and takes the next of it in one call', async () => {
    const queue = await here.makeQueue();
    const [first, second] = await here.enqueueBatch(queue, [{ threadId: queue }, { threadId: queue }]);
    const { tasks: held } = await exchange(queue, { dequeue: { workerId: 'w' } });
    expect(held.map(({ id }) => id)).toEqual([first?.id]);
    const next = await exchange(queue, {
      complete: held.map(({ id, leaseToken }) => ({ id, leaseToken })),
      dequeue: { workerId: 'w', max: 10 },
    });
    expect(next.complete).toEqual([{ id: first?.id, status: 'ok', promoted: second?.id }]);
    expect(next.tasks.map(({ id }) => id)).toEqual([second?.id]);
    expect(BigInt(next.tasks[0]?.leaseToken ?? 0)).toBeGreaterThan(BigInt(held[0]?.leaseToken ?? 0));
  });

  it('fails one, completes another, and takes what that makes ready, each result in its list', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 0 } });
    await here.enqueueBatch(queue, [{}, {}]);
    const { tasks: held } = await exchange(queue, { dequeue: { workerId: 'w', max: 2 } });
    const [good, bad] = held;
    const answer = await exchange(queue, {
      complete: [{ id: good?.id ?? '', leaseToken: good?.leaseToken ?? '' }],
      fail: [{ id: bad?.id ?? '', leaseToken: bad?.leaseToken ?? '', error: { message: 'again' } }],
      dequeue: { workerId: 'w', max: 2 },
    });
    expect(answer.complete).toEqual([{ id: good?.id, status: 'ok' }]);
    expect(answer.fail).toMatchObject([{ id: bad?.id, status: 'ok', outcome: 'retrying' }]);
    expect(answer.tasks).toMatchObject([{ id: bad?.id, attempt: 2 }]);
  });

  it('does not wait when it settled something, and waits when it did neither', async () => {
    const queue = await here.makeQueue();
    await here.enqueue(queue);
    const { tasks: held } = await exchange(queue, { dequeue: { workerId: 'w' } });
    const dequeue = { workerId: 'w', waitMs: 20_000 };
    const items = held.map(({ id, leaseToken }) => ({ id, leaseToken }));
    expect((await exchange(queue, { complete: items, dequeue })).tasks).toEqual([]);

    const waiting = exchange(queue, { complete: items, dequeue });
    const late = await here.enqueue(queue);
    const answer = await waiting;
    expect(answer.complete).toMatchObject([
      { status: 'error', code: 'already_settled', outcome: 'completed' },
    ]);
    expect(answer.tasks.map(({ id }) => id)).toEqual([late.id]);
  });

  it('settles in a paused queue, and takes nothing from it', async () => {
    const queue = await here.makeQueue();
    await here.enqueueBatch(queue, [{}, {}]);
    const { tasks: held } = await exchange(queue, { dequeue: { workerId: 'w' } });
    await spool.call('POST', `/v1/queues/${queue}/pause`, {});
    const answer = await exchange(queue, {
      complete: held.map(({ id, leaseToken }) => ({ id, leaseToken })),
      dequeue: { workerId: 'w' },
    });
    expect(answer).toMatchObject({ complete: [{ status: 'ok' }], tasks: [] });
  });

  it('settles nothing when its queue does not exist', async () => {
    const queue = await here.makeQueue();
    await here.enqueue(queue);
    const { tasks: held } = await exchange(queue, { dequeue: { workerId: 'w' } });
    const items = held.map(({ id, leaseToken }) => ({ id, leaseToken }));
    const lost = await spool.call('POST', '/v1/queues/no-such-queue/exchange', {
      complete: items,
      dequeue: { workerId: 'w' },
    });
    expect(lost).toMatchObject({ status: 404, body: { code: 'queue_not_found' } });
    expect((await exchange(queue, { complete: items })).complete).toMatchObject([{ status: 'ok' }]);
  });

  it('refuses to do nothing, or too much', async () => {
    const queue = await here.makeQueue();
    const items = (more: object): object[] =>
      Array.from({ length: 600 }, () => ({ id: '1', leaseToken: '1', ...more }));
    const halves = { complete: items({}), fail: items({ error: { message: '' } }) };
    for (const body of [{}, { complete: [], fail: [] }, halves]) {
      const { status } = await spool.call('POST', `/v1/queues/${queue}/exchange`, body);
      expect(status).toBe(400);
    }
  });

  it('merges with others: sixty-four workers on eight threads run each in single file, to the end', async () => {
    const queue = await here.makeQueue();
    const perThread = 25;
    const tasks = Array.from({ length: 8 * perThread }, (_, index) => ({
      threadId: `${queue}-${index % 8}`,
    }));
    await here.enqueueBatch(queue, tasks);
    const inHand = new Set<string>();
    const taken: string[] = [];
    const work = async (workerId: string): Promise<void> => {
      let held: { id: string; leaseToken: string; threadId: string | null }[] = [];
      while (taken.length < tasks.length || held.length > 0) {
        // From here on another worker may be given the thread: this one lets go of it.
        for (const { threadId } of held) inHand.delete(threadId ?? '');
        const complete = held.map(({ id, leaseToken }) => ({ id, leaseToken }));
        const answer = await exchange(queue, { complete, dequeue: { workerId, waitMs: 50 } });
        expect(answer.complete.map(({ status }) => status)).toEqual(held.map(() => 'ok'));
        held = answer.tasks;
        for (const { threadId, id } of held) {
          expect(inHand.has(threadId ?? '')).toBe(false);
          inHand.add(threadId ?? '');
          taken.push(id);
        }
      }
    };
    await Promise.all(Array.from({ length: 64 }, (_, index) => work(`w${index}`)));
    expect(new Set(taken).size).toBe(tasks.length);
    expect(taken).toHaveLength(tasks.length);
  });
});

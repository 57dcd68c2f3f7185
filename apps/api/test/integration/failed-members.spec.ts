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

const enqueueThree = (queue: string, threadId: string, times: readonly [string, string, string]) =>
  here.enqueueBatch(
    queue,
    times.map((scheduledAt) => ({ threadId, scheduledAt })),
  );

const oneAfterAnother: [string, string, string] = [
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:01.000Z',
  '2026-01-01T00:00:02.000Z',
];

describe('A failed member', () => {
  it('T4: lets its siblings go first during a backoff of 60 s, and returns at its time', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 60_000 } });
    const threadId = freshName('thread');
    const [a, b, c] = idsOf(await enqueueThree(queue, threadId, oneAfterAnother));
    const [failed] = await here.fail([await here.takeOne(queue)]);
    expect(failed).toMatchObject({ id: a, outcome: 'retrying', promoted: b });
    for (const expected of [b, c]) {
      const taken = await here.dequeue(queue, { max: 10 });
      expect(idsOf(taken)).toEqual([expected]);
      await here.complete(taken);
    }
    const returning = await here.task(a ?? '');
    const [attempt] = returning.history;
    expect(returning).toMatchObject({ state: 'ENQUEUED', phase: 'backoff', attempt: 1 });
    expect(Date.parse(returning.scheduledAt) - Date.parse(attempt?.endedAt ?? '')).toBe(60_000);
    expect(await here.dequeue(queue, { max: 10 })).toEqual([]);
    await here.delete([a ?? '']);
  });

  it('T4: does not overtake an earlier sibling with a backoff of nothing', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const threadId = freshName('thread');
    const order = idsOf(await enqueueThree(queue, threadId, oneAfterAnother));
    const [a, b, c] = order;
    await here.fail([await here.takeOne(queue)]);
    const taken: string[] = [];
    for (let left = 3; left > 0; left -= 1) {
      const task = await here.takeOne(queue);
      taken.push(task.id);
      await here.complete([task]);
    }
    expect(taken).toEqual([b, c, a]);
  });

  it('T4: comes back before a later sibling, to a caller who waits', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 1_000 } });
    const threadId = freshName('thread');
    const [a, b] = await here.enqueueBatch(queue, [
      { threadId, scheduledAt: longAgo },
      { threadId },
      { threadId, delayMs: 10_000 },
    ]);
    const [failed] = await here.fail([await here.takeOne(queue)]);
    await here.complete(await here.dequeue(queue, { max: 10 }));
    expect((await here.task(b?.id ?? '')).state).toBe('COMPLETED');
    const back = await elsewhere.takeOne(queue, { waitMs: 5_000 });
    expect(back).toMatchObject({ id: a?.id, attempt: 2 });
    const retryAt = failed?.status === 'ok' ? failed.scheduledAt : undefined;
    const { lease } = await here.task(back.id);
    const lateMs = Date.parse(lease?.startedAt ?? '') - Date.parse(retryAt ?? '');
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThan(1_000);
    await here.complete([back]);
  });

  it('T5: gives way to its siblings of the same time in the order of their ids after a lapse, in 100 threads', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain, keepaliveTimeoutMs: 1_000 });
    const threads = Array.from({ length: 100 }, () => freshName('thread'));
    const tasks = await here.enqueueBatch(
      queue,
      ['A', 'B', 'C'].flatMap((payload) =>
        threads.map((threadId) => ({ threadId, payload, scheduledAt: longAgo })),
      ),
    );
    const waves: string[][] = [];
    const takeWave = async (): Promise<LeasedTask[]> => {
      const wave: LeasedTask[] = [];
      while (wave.length < 100) {
        const keepaliveTimeoutMs = waves.length === 0 ? 1_000 : 30_000;
        const taken = await elsewhere.dequeue(queue, { max: 100, waitMs: 5_000, keepaliveTimeoutMs });
        if (taken.length === 0) throw new Error(`Only ${wave.length} of 100 threads offered a head.`);
        wave.push(...taken);
      }
      waves.push(sorted(idsOf(wave)));
      return wave;
    };
    await takeWave();
    for (let left = 3; left > 0; left -= 1) await here.complete(await takeWave());
    const expected = [0, 100, 200, 0].map((from) => sorted(idsOf(tasks.slice(from, from + 100))));
    expect(waves).toEqual(expected);
  });
});

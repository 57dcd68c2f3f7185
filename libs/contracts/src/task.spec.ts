import { describe, expect, it } from '@jest/globals';
import { limits } from './limits.js';
import { newTask, newTaskBatch } from './task.js';

const flawsOf = (given: unknown): string[] | undefined =>
  newTask.safeParse(given).error?.issues.map(({ path }) => path.join('/'));

describe('A new task', () => {
  it('needs a payload only, and null is one', () => {
    expect(newTask.parse({ payload: null })).toEqual({ payload: 'null' });
    expect(flawsOf({})).toEqual(['payload']);
  });

  it('is read with its payload as text and its times in milliseconds', () => {
    const given = {
      payload: { a: 1 },
      threadId: 'customer-42',
      scheduledAt: '2026-11-30T00:00:00.000Z',
      maxAttempts: 3,
    };
    expect(newTask.parse(given)).toEqual({
      ...given,
      payload: '{"a":1}',
      scheduledAt: Date.parse(given.scheduledAt),
    });
  });

  it('may say that it has neither thread nor type', () => {
    expect(newTask.parse({ payload: 1, threadId: null, type: null })).toMatchObject({
      threadId: null,
      type: null,
    });
  });

  it('has its backoff completed by the defaults', () => {
    expect(newTask.parse({ payload: 1, backoff: { type: 'fixed', initialMs: 5 } }).backoff).toEqual({
      type: 'fixed',
      initialMs: 5,
      factor: 2,
      maxMs: 3_600_000,
      jitter: 0,
    });
  });

  it.each<[object, string]>([
    [{ threadId: '' }, 'threadId'],
    [{ threadId: 42 }, 'threadId'],
    [{ type: '' }, 'type'],
    [{ scheduledAt: '2026-11-30' }, 'scheduledAt'],
    [{ delayMs: -1 }, 'delayMs'],
    [{ delayMs: limits.delayMs + 1 }, 'delayMs'],
    [{ scheduledAt: '2026-11-30T00:00:00Z', delayMs: 0 }, 'delayMs'],
    [{ maxAttempts: 0 }, 'maxAttempts'],
    [{ maxAttempts: limits.attempts + 1 }, 'maxAttempts'],
    [{ backoff: { initialMs: 5, maxMs: 4 } }, 'backoff/maxMs'],
    [{ dedupKey: null }, 'dedupKey'],
    [{ traceparent: 'x' }, 'traceparent'],
    [{ state: 'COMPLETED' }, ''],
  ])('is refused with %j', (flaw, path) => {
    expect(flawsOf({ payload: 1, ...flaw })).toEqual([path]);
  });
});

describe('A batch of new tasks', () => {
  it('has 1 to 1,000', () => {
    const batch = (count: number) => ({ tasks: Array.from({ length: count }, () => ({ payload: 1 })) });
    expect(newTaskBatch.safeParse(batch(0)).success).toBe(false);
    expect(newTaskBatch.safeParse(batch(1)).success).toBe(true);
    expect(newTaskBatch.safeParse(batch(limits.batchItems)).success).toBe(true);
    expect(newTaskBatch.safeParse(batch(limits.batchItems + 1)).success).toBe(false);
  });
});

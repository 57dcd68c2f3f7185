import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { NonRetryableError, RetryAfterError, type Handlers, type WorkerMetric } from '@spool/client';
import { eventually } from '../support/eventually.js';
import { untilSettled } from '../support/worker-record.js';
import { setUpWorkers } from '../support/worker-stage.js';

const { here, startWorker } = setUpWorkers();

describe('A worker', () => {
  it('runs what is enqueued and tells the results', async () => {
    const queue = await here.makeQueue();
    const { record } = startWorker(queue, (task) => ({ twice: Number(task.payload) * 2 }));
    const { id } = await here.enqueue(queue, { payload: 21 });

    await untilSettled(record, 1);

    expect(await here.task(id)).toMatchObject({ state: 'COMPLETED', attempt: 1, result: { twice: 42 } });
    expect(record).toMatchObject({ failed: [], leaseLost: [], error: [] });
  });

  it('drains two thousand tasks of fifty threads, each in single file and in order', async () => {
    const queue = await here.makeQueue();
    const threads = 50;
    const tasks = Array.from({ length: 2_000 }, (_, index) => ({
      threadId: `${queue}-${index % threads}`,
      payload: index,
    }));
    for (let first = 0; first < tasks.length; first += 1_000)
      await here.enqueueBatch(queue, tasks.slice(first, first + 1_000));
    const running = new Set<string | null>();
    const seen = new Map<string | null, number[]>();
    const metrics: WorkerMetric[] = [];
    let overlaps = 0;
    const handle: Handlers = async ({ threadId, payload }) => {
      if (running.has(threadId)) overlaps += 1;
      running.add(threadId);
      seen.set(threadId, [...(seen.get(threadId) ?? []), Number(payload)]);
      await Promise.resolve();
      running.delete(threadId);
    };

    const crowd = [1, 2].map(() =>
      startWorker(queue, handle, { concurrency: 40, onMetric: (metric) => metrics.push(metric) }),
    );
    await eventually('all settled', () =>
      crowd.reduce((sum, { record }) => sum + record.settled.length, 0) >= tasks.length ? true : null,
    );

    expect(overlaps).toBe(0);
    expect(seen.size).toBe(threads);
    for (const order of seen.values()) expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect([...seen.values()].flat()).toHaveLength(tasks.length);
    const exchanges = metrics.filter(({ name }) => name === 'exchange');
    expect(exchanges.length).toBeLessThan(tasks.length / 4);
  });

  it('runs a hot thread with one round trip a task', async () => {
    const queue = await here.makeQueue();
    const length = 40;
    await here.enqueueBatch(
      queue,
      Array.from({ length }, () => ({ threadId: queue })),
    );
    const metrics: WorkerMetric[] = [];
    const { record } = startWorker(queue, () => undefined, { onMetric: (metric) => metrics.push(metric) });

    await untilSettled(record, length);

    const exchanges = metrics.flatMap((metric) => (metric.name === 'exchange' ? [metric] : []));
    expect(exchanges).toHaveLength(length);
    expect(exchanges.reduce((sum, { settled }) => sum + settled, 0)).toBe(length);
    // The first task came by a poll, all others with the settling of the one before.
    expect(exchanges.reduce((sum, { taken }) => sum + taken, 0)).toBe(length - 1);
  });

  it('runs no more at once than it may', async () => {
    const queue = await here.makeQueue();
    await here.enqueueBatch(
      queue,
      Array.from({ length: 30 }, () => ({})),
    );
    let running = 0;
    let most = 0;
    const { record } = startWorker(
      queue,
      async () => {
        running += 1;
        most = Math.max(most, running);
        await pause(2);
        running -= 1;
      },
      { concurrency: 3 },
    );

    await untilSettled(record, 30);

    expect(most).toBe(3);
  });

  it('says when it is idle, once', async () => {
    const queue = await here.makeQueue();
    const { record } = startWorker(queue, () => undefined);
    await here.enqueue(queue);
    await untilSettled(record, 1);

    await eventually('idleness', () => record.idle[0] ?? null);

    expect(record.idle).toEqual([{ queue }]);
  });
});

describe('A handler', () => {
  it('that throws fails the attempt with the type, message and stack of its error', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 0 } });
    class NoRoute extends Error {}
    const { id } = await here.enqueue(queue, { maxAttempts: 2 });
    const { record } = startWorker(queue, ({ attempt }) => {
      if (attempt === 1) throw new NoRoute('The road is closed.');
    });

    await untilSettled(record, 2);

    const { state, history } = await here.task(id);
    expect(state).toBe('COMPLETED');
    expect(history[0]).toMatchObject({
      attempt: 1,
      error: {
        type: 'NoRoute',
        message: 'The road is closed.',
        stack: expect.stringContaining('worker.spec'),
      },
    });
    expect(record.settled.map(({ outcome }) => outcome)).toEqual(['retrying', 'completed']);
  });

  it('that throws a NonRetryableError lets the task die at once', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue, { maxAttempts: 5 });
    const { record } = startWorker(queue, () => {
      throw new NonRetryableError('There is no such order.');
    });

    await untilSettled(record, 1);

    expect(record.settled).toMatchObject([{ outcome: 'dead' }]);
    expect(await here.task(id)).toMatchObject({ state: 'DEAD', attempt: 1 });
  });

  it('that throws a RetryAfterError names the time of the next attempt', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const { record } = startWorker(queue, () => {
      throw new RetryAfterError(3_600_000, 'The receiver asked for an hour.');
    });

    await untilSettled(record, 1);

    const { scheduledAt, phase } = await here.task(id);
    expect(phase).toBe('backoff');
    expect(Date.parse(scheduledAt) - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('is chosen by the task’s type; a task that has none here fails, and says so', async () => {
    const queue = await here.makeQueue();
    const { id: mail } = await here.enqueue(queue, { type: 'mail' });
    const { id: fax } = await here.enqueue(queue, { type: 'fax' });
    const { record } = startWorker(queue, { mail: () => 'sent' });

    await untilSettled(record, 2);

    expect(await here.task(mail)).toMatchObject({ state: 'COMPLETED', result: 'sent' });
    expect(await here.task(fax)).toMatchObject({
      state: 'ENQUEUED',
      phase: 'backoff',
      error: { type: 'NO_HANDLER', message: 'This worker has no handler for the type "fax".' },
    });
  });

  it('whose result cannot be kept fails for good, and harms no other task', async () => {
    const queue = await here.makeQueue();
    const { id: bad } = await here.enqueue(queue, { payload: 'bad' });
    const { id: good } = await here.enqueue(queue, { payload: 'good' });
    const { record } = startWorker(queue, ({ payload }) => (payload === 'bad' ? { n: 2n } : payload));

    await untilSettled(record, 2);

    expect(await here.task(bad)).toMatchObject({ state: 'DEAD', error: { type: 'UNUSABLE_RESULT' } });
    expect(await here.task(good)).toMatchObject({ state: 'COMPLETED', result: 'good' });
  });

  it('tells its progress while it runs', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { record } = startWorker(queue, async (task) => {
      expect(() => task.progress({ share: Number.NaN })).toThrow(TypeError);
      task.progress({ sent: 1 });
      task.progress({ sent: 2 });
      await finished;
    });

    await eventually('the latest progress', async () => {
      const { lease } = await here.task(id);
      return isDeepStrictEqual(lease?.progress, { sent: 2 }) ? true : null;
    });
    finish();
    await untilSettled(record, 1);

    expect(record.failed).toEqual([]);
  });
});

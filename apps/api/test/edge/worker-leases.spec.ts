import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { HandlerTimeoutError, LeaseLostError, SpoolClient, Worker, WorkerStoppedError } from '@spool/client';
import { eventually } from '../support/eventually.js';
import { untilSettled } from '../support/worker-record.js';
import { setUpWorkers } from '../support/worker-stage.js';

const { spool, here, makeClient, startWorker } = setUpWorkers();

const forEver = new Promise<never>(() => undefined);

describe('A lease', () => {
  it('that Spool refuses fires the signal, and the late completion is refused', async () => {
    const queue = await here.makeQueue({ keepaliveTimeoutMs: 1_000 });
    const { id } = await here.enqueue(queue);
    const ends: unknown[] = [];
    const { record } = startWorker(queue, async ({ signal, leaseToken }) => {
      await once(signal, 'abort');
      const [late] = (await makeClient().tasks.completeBatch([{ id, leaseToken }])).results;
      ends.push(signal.reason, late);
    });
    await eventually('the task', () => record.taken[0] ?? null);

    await here.delete([id]);

    await eventually('the run’s end', () => (ends.length > 0 ? true : null));
    expect(ends[0]).toBeInstanceOf(LeaseLostError);
    expect(ends[1]).toMatchObject({ status: 'error', code: 'task_not_found' });
    expect(record).toMatchObject({ leaseLost: [{ loss: 'refused' }], settled: [], completed: [] });
  });

  it('that another worker holds by now refuses the late completion of this one', async () => {
    const queue = await here.makeQueue({
      keepaliveTimeoutMs: 1_000,
      backoff: { type: 'fixed', initialMs: 0 },
    });
    const { id } = await here.enqueue(queue);
    // It can take, but its keepalives do not get through.
    const withoutKeepalives: typeof fetch = (address, init) =>
      typeof address === 'string' && address.includes('/v1/queues/')
        ? fetch(address, init)
        : Promise.reject(new TypeError('The network is down.'));
    const cutOff = new SpoolClient({
      url: spool.url,
      apiKey: spool.apiKey,
      fetch: withoutKeepalives,
      retry: false,
    });
    const { worker, record } = startWorker(queue, async ({ signal }) => await once(signal, 'abort'), {
      client: cutOff,
    });
    const taken = await eventually('the task', () => record.taken[0]?.tasks[0] ?? null);

    const lost = await eventually('the loss', () => record.leaseLost[0] ?? null);
    void worker.stop({ graceMs: 0 });
    const again = await eventually('the second lease', async () => (await here.dequeue(queue))[0] ?? null);
    const [late] = await here.complete([taken]);

    expect(lost.loss).toBe('lapsed');
    expect(again).toMatchObject({ id, attempt: 2 });
    expect(late).toMatchObject({ status: 'error', code: 'lease_lost' });
    expect(record.settled).toEqual([]);
    await here.complete([again]);
  });

  it('is kept for a handler that runs longer than it lasts, and for what waits behind that', async () => {
    const queue = await here.makeQueue({ keepaliveTimeoutMs: 1_000 });
    await here.enqueueBatch(queue, [{}, {}, {}]);
    let beats = 0;
    let finish = (): void => undefined;
    const fiveBeats = new Promise<void>((resolve) => (finish = resolve));
    const { record } = startWorker(queue, () => fiveBeats, {
      onMetric: ({ name }) => {
        if (name !== 'keepalive') return;
        beats += 1;
        if (beats === 5) finish();
      },
    });

    await untilSettled(record, 3);

    expect(record.leaseLost).toEqual([]);
    expect(record.settled.map(({ outcome }) => outcome)).toEqual(['completed', 'completed', 'completed']);
  });
});

describe('A hung handler', () => {
  it('is cut off at its time limit: its signal fires, the attempt fails, the slot is free', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 3_600_000 } });
    const { id: hung } = await here.enqueue(queue, { type: 'hangs' });
    const { id: next } = await here.enqueue(queue, { type: 'works' });
    const reasons: unknown[] = [];
    const { record } = startWorker(
      queue,
      {
        hangs: {
          timeoutMs: 50,
          handle: ({ signal }) => {
            signal.addEventListener('abort', () => reasons.push(signal.reason));
            return forEver;
          },
        },
        works: () => 'done',
      },
      { concurrency: 1 },
    );

    await untilSettled(record, 2);

    expect(reasons).toEqual([expect.any(HandlerTimeoutError)]);
    expect(await here.task(hung)).toMatchObject({ phase: 'backoff', error: { type: 'HANDLER_TIMEOUT' } });
    expect(await here.task(next)).toMatchObject({ state: 'COMPLETED' });
  });

  it('without one loses its lease where the queue bounds a run, and the slot is free', async () => {
    const queue = await here.makeQueue({ keepaliveTimeoutMs: 1_000, maxRunMs: 1_500, maxAttempts: 1 });
    const { id: hung } = await here.enqueue(queue, { type: 'hangs' });
    const { id: next } = await here.enqueue(queue, { type: 'works' });
    const { record } = startWorker(
      queue,
      { hangs: () => forEver, works: () => 'done' },
      { concurrency: 1, prefetch: 0 },
    );

    await untilSettled(record, 1);

    expect(record.leaseLost).toMatchObject([{ task: { id: hung }, loss: 'refused' }]);
    expect(await here.task(hung)).toMatchObject({ state: 'DEAD', error: { type: 'KEEPALIVE_LAPSED' } });
    expect(await here.task(next)).toMatchObject({ state: 'COMPLETED' });
  });
});

describe('A stop', () => {
  it('hands back at once what has not begun, lets the rest finish, and gives the attempts back', async () => {
    const queue = await here.makeQueue();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const { worker, record } = startWorker(
      queue,
      { quick: () => undefined, slow: () => finished },
      { concurrency: 1, prefetch: 5 },
    );
    // Quick runs teach the worker to prefetch.
    await here.enqueue(queue, { type: 'quick' });
    await untilSettled(record, 1);
    const [first, ...others] = await here.enqueueBatch(
      queue,
      Array.from({ length: 4 }, () => ({ type: 'slow' })),
    );
    await eventually('prefetched tasks', () => (worker.counts.waiting === 3 ? true : null));

    const stopped = worker.stop({ graceMs: 60_000 });
    await untilSettled(record, 4);
    for (const { id } of others)
      expect(await here.task(id)).toMatchObject({ state: 'ENQUEUED', phase: 'ready', attempt: 0 });
    finish();
    await stopped;

    expect(await here.task(first?.id ?? '')).toMatchObject({ state: 'COMPLETED', attempt: 1 });
    expect(worker.counts).toEqual({ waiting: 0, running: 0, unsettled: 0 });
  });

  it('tells running handlers when the grace is over, and counts what they finish then', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const { worker, record } = startWorker(queue, async ({ signal }) => {
      await once(signal, 'abort');
      return String(signal.reason instanceof WorkerStoppedError);
    });
    await eventually('the run', () => (worker.counts.running === 1 ? true : null));

    await worker.stop({ graceMs: 0 });

    expect(record.settled).toMatchObject([{ outcome: 'completed' }]);
    expect(await here.task(id)).toMatchObject({ state: 'COMPLETED', result: 'true' });
  });

  it('ends at once without work, and the worker cannot be started again', async () => {
    const worker = new Worker({
      client: makeClient(),
      queue: await here.makeQueue(),
      handlers: () => undefined,
    });
    worker.start();
    await Promise.all([worker.stop(), worker.stop()]);
    expect(() => worker.start()).toThrow('make a new one');
  });
});

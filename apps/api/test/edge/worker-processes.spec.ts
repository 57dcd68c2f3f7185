import { afterEach, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import {
  startWorkerProcess,
  type WorkerProcess,
  type WorkerProcessOptions,
} from '../support/worker-process.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);
const processes: WorkerProcess[] = [];

afterEach(async () => {
  for (const worker of processes) worker.signal('SIGKILL');
  await Promise.all(processes.splice(0).map((worker) => worker.ended()));
  await expectCleanAudit(spool);
});

const startProcess = (queue: string, more: Partial<WorkerProcessOptions> = {}): WorkerProcess => {
  const { url, apiKey } = spool;
  const worker = startWorkerProcess({ url, apiKey, queue, workerId: freshName('process'), ...more });
  processes.push(worker);
  return worker;
};

describe('A worker process that gets SIGTERM', () => {
  it('finishes what runs, takes nothing more, and ends by itself', async () => {
    const queue = await here.makeQueue();
    const running = await here.enqueue(queue, { type: 'slow', payload: 400 });
    const worker = startProcess(queue);
    await worker.untilSaid(`began ${running.id}`);

    worker.signal('SIGTERM');
    await worker.untilSaid('stopping');
    const late = await here.enqueue(queue, { type: 'quick' });

    expect(await worker.ended()).toBe(0);
    expect(worker.lines()).toEqual(expect.arrayContaining([`completed ${running.id}`, 'stopped']));
    expect(await here.task(running.id)).toMatchObject({ state: 'COMPLETED' });
    expect(await here.task(late.id)).toMatchObject({ state: 'ENQUEUED', phase: 'ready', attempt: 0 });
  });

  it('hands back what does not finish within the grace, and the attempt is not counted', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue, { type: 'slow', payload: 600_000, maxAttempts: 1 });
    const worker = startProcess(queue, { graceMs: 100 });
    await worker.untilSaid(`began ${id}`);

    worker.signal('SIGTERM');

    expect(await worker.ended()).toBe(0);
    expect(worker.lines()).toContain(`released ${id}`);
    expect(await here.task(id)).toMatchObject({ state: 'ENQUEUED', phase: 'ready', attempt: 0 });
  });

  it('ends at once when it waits for tasks', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue, { type: 'quick' });
    const worker = startProcess(queue);
    await worker.untilSaid(`completed ${id}`);

    worker.signal('SIGTERM');

    expect(await worker.ended()).toBe(0);
    const late = await here.enqueue(queue, { type: 'quick' });
    expect(await here.task(late.id)).toMatchObject({ state: 'ENQUEUED', attempt: 0 });
  });
});

describe('A worker process that gets SIGKILL', () => {
  it('loses its lease, and another takes over', async () => {
    const queue = await here.makeQueue({
      keepaliveTimeoutMs: 1_000,
      backoff: { type: 'fixed', initialMs: 0 },
    });
    const [{ id } = { id: '' }, next] = await here.enqueueBatch(queue, [
      { type: 'slow', payload: 2_500, threadId: queue },
      { type: 'quick', threadId: queue },
    ]);
    const killed = startProcess(queue);
    await killed.untilSaid(`began ${id}`);
    killed.signal('SIGKILL');
    expect(await killed.ended()).toBeNull();

    const heir = startProcess(queue);
    // The lapsed task returned behind its sibling, which was there before (R5).
    await heir.untilSaid(`completed ${id}`);

    // The handler runs for longer than the lease lasts without a keepalive.
    expect(heir.lines()).not.toContain(`lost ${id}`);
    expect(heir.lines().filter((line) => line.startsWith('completed'))).toEqual([
      `completed ${next?.id}`,
      `completed ${id}`,
    ]);
    const { history, state } = await here.task(id);
    expect(state).toBe('COMPLETED');
    expect(history).toMatchObject([
      { attempt: 1, error: { type: 'KEEPALIVE_LAPSED' } },
      { attempt: 2, outcome: 'completed' },
    ]);
  });
});

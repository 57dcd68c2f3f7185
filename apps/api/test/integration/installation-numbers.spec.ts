import { describe, expect, it } from '@jest/globals';
import { readInstallationNumbers } from '../../src/store/installation-numbers-store.js';
import { migrations } from '../../src/store/migrations/index.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const hourMs = 3_600_000;

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

const numbersOf = async (queue: string) => {
  const { queues } = await spool.database.read(readInstallationNumbers);
  return queues.find(({ name }) => name === queue);
};

describe('What metrics read of the database', () => {
  it('are a queue’s tasks by phase, its oldest ready one, a held thread and its workers', async () => {
    const queue = freshName('queue');
    const threadId = freshName('thread');
    await calls.putQueue(queue, { backoff: { type: 'fixed', initialMs: hourMs } });
    await calls.enqueueBatch(queue, [{}, {}, { maxAttempts: 1 }, { threadId }, { threadId }, { threadId }]);
    const [completed, retried, dead] = await calls.dequeue(queue, { max: 4 });
    if (completed === undefined || retried === undefined || dead === undefined)
      throw new Error('Four tasks were ready.');
    await calls.complete([completed]);
    await calls.fail([retried, dead]);
    const late = { scheduledAt: '2001-01-01T00:00:00Z' };
    await calls.enqueueBatch(queue, [{ delayMs: hourMs }, { delayMs: hourMs }, late]);
    // Workers are written down with the list of those seen.
    await spool.call('GET', '/v1/workers');

    const numbers = await numbersOf(queue);
    expect(numbers).toMatchObject({
      isPaused: false,
      workers: 1,
      tasks: { ready: 1, scheduled: 2, backoff: 1, waiting: 2, in_progress: 1, dead: 1, completed: 1 },
    });
    expect(numbers?.oldestReadyAgeMs).toBeGreaterThan(20 * 365 * 24 * hourMs);
    expect(numbers?.heldThreadMs).toBeGreaterThan(0);
  });

  it('hold no thread for held behind whose running task nobody waits', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue);
    await calls.enqueueBatch(queue, [{ threadId: freshName('thread') }, {}]);
    await calls.dequeue(queue, { max: 2 });
    expect(await numbersOf(queue)).toMatchObject({ heldThreadMs: 0, oldestReadyAgeMs: 0 });
  });

  it('are exact beyond the first look', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue);
    const batch = (given: object) => Array.from({ length: 1_000 }, () => given);
    for (let count = 0; count < 3; count += 1) {
      await calls.enqueueBatch(queue, batch({}));
      await calls.enqueueBatch(queue, batch({ delayMs: hourMs }));
    }
    expect((await numbersOf(queue))?.tasks).toMatchObject({ ready: 3_000, scheduled: 3_000, backoff: 0 });
  });

  it('are paused queues, and the last migration', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue);
    await spool.call('POST', `/v1/queues/${queue}/pause`, {});
    expect((await numbersOf(queue))?.isPaused).toBe(true);
    const { schemaVersion } = await spool.database.read(readInstallationNumbers);
    const times = migrations.map((migration) => Number(/\d{13}$/.exec(new migration().name)?.[0]));
    expect(schemaVersion).toBe(Math.max(...times));
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { holdOpen } from '../support/outside-session.js';
import '../support/patience.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls, type Held } from '../support/task-calls.js';

const poolSize = 2;
const workers = 200;
/** Shorter than the time for which the connections are held, so that a beat that waits for one of them comes too late. */
const leaseMs = 8_000;
const heldForMs = 11_000;
const beatEveryMs = 2_000;

const spool = setUpSpool({ environment: { SPOOL_DATABASE_POOL_SIZE: String(poolSize) } });

afterEach(() => expectCleanAudit(spool));

/** Occupies every connection for bulk work: enqueues into a thread that an outside session holds. */
const saturate = async (here: TaskCalls) => {
  const thread = freshName('held');
  const queues = Array.from({ length: poolSize * 2 }, () => freshName('slow'));
  for (const queue of queues) await here.putQueue(queue);
  await here.enqueue(queues[0] ?? '', { threadId: thread });
  const outside = await holdOpen(spool, 'SELECT * FROM threads WHERE thread_id = ? FOR UPDATE', [thread]);
  let isOver = false;
  const keepBusy = async (queue: string): Promise<void> => {
    while (!isOver)
      await spool.call('POST', `/v1/queues/${queue}/tasks`, { payload: null, threadId: thread });
  };
  const busy = queues.map(keepBusy);
  await outside.untilBlocked('%INSERT INTO threads');
  return async () => {
    isOver = true;
    await outside.end();
    await Promise.all(busy);
  };
};

describe('A replica whose connections are all busy', () => {
  it('T49: still takes the keepalives of 200 workers, so that no healthy lease lapses on another replica', async () => {
    const here = new TaskCalls(spool.call);
    await spool.startSibling();
    const queue = freshName('healthy');
    await here.putQueue(queue);
    await here.enqueueBatch(
      queue,
      Array.from({ length: workers }, () => ({})),
    );
    const held = await here.dequeue(queue, { max: workers, keepaliveTimeoutMs: 30_000 });
    const beat = async (one: Held): Promise<void> => {
      expect(await here.keepalive([one], { extendMs: leaseMs })).toMatchObject([{ status: 'ok' }]);
    };

    await Promise.all(held.map(beat));
    const release = await saturate(here);
    try {
      const until = performance.now() + heldForMs;
      const beatOn = async (one: Held): Promise<void> => {
        while (performance.now() < until) {
          await beat(one);
          await pause(beatEveryMs);
        }
      };
      await Promise.all(held.map(beatOn));
    } finally {
      await release();
    }
    const results = await here.complete(held);
    expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  });
});

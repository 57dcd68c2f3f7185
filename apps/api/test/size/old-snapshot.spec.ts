import { beforeAll, expect, it, jest } from '@jest/globals';
import { createConnection, type Connection } from 'mysql2/promise';
import { drainTiming, enqueueMany } from '../support/bulk-work.js';
import { CallTimes, flatLimitMs } from '../support/call-times.js';
import { eventually } from '../support/eventually.js';
import { howMany } from '../support/how-many.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

jest.setTimeout(1_200_000);

const queue = 'churned';
const tasksOfRound = 1_000;
const churned = 100_000;
const heldOpenMs = 120_000;
/** What a dequeue may take at its worst while the snapshot keeps the past alive. */
const budgetMs = 1_000;

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

beforeAll(async () => {
  await calls.putQueue(queue, { retention: { completedMs: 0 } });
});

const churn = async (times: CallTimes): Promise<void> => {
  await enqueueMany(calls, queue, { count: tasksOfRound, threadOf: (index) => `thread-${index % 100}` });
  expect(await drainTiming(calls, queue, times)).toBe(tasksOfRound);
};

const holdSnapshot = async (): Promise<Connection> => {
  const session = await createConnection({ uri: spool.databaseUrl });
  await session.query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT');
  await session.query('SELECT COUNT(*) FROM tasks');
  return session;
};

it('T53: while an idle snapshot is held open and 100,000 tasks churn, dequeue stays within its budget, and then recovers', async () => {
  await churn(new CallTimes());
  const before = new CallTimes();
  await churn(before);

  const session = await holdSnapshot();
  const during = new CallTimes();
  const startedAt = performance.now();
  for (let done = 0; done < howMany(churned) || performance.now() - startedAt < howMany(heldOpenMs);) {
    await churn(during);
    done += tasksOfRound;
  }
  expect(during.p95Ms).toBeLessThan(budgetMs);
  await session.rollback();
  await session.end();

  await eventually('dequeue is as fast as before the snapshot', async () => {
    const after = new CallTimes();
    await churn(after);
    return after.p95Ms < flatLimitMs(before) ? after : null;
  });
});

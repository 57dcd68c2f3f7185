import { expect, it, jest } from '@jest/globals';
import { drainTiming, enqueueMany } from '../support/bulk-work.js';
import { CallTimes, flatLimitMs } from '../support/call-times.js';
import { howMany } from '../support/how-many.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

jest.setTimeout(900_000);

const few = 10_000;
const many = 200_000;

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

const drainThreads = async (count: number): Promise<CallTimes> => {
  const queue = `of-${count}`;
  await calls.putQueue(queue, { retention: { completedMs: 0 } });
  await enqueueMany(calls, queue, { count, threadOf: (index) => `${queue}-${index}` });
  const times = new CallTimes();
  expect(await drainTiming(calls, queue, times)).toBe(count);
  return times;
};

it('T51: 200,000 threads of one task: the p95 of dequeue stays flat, and after the drain no thread row is left', async () => {
  await drainThreads(howMany(few));
  const smallest = await drainThreads(howMany(few) + 1);
  const largest = await drainThreads(howMany(many));

  expect(largest.p95Ms).toBeLessThan(flatLimitMs(smallest));
  const [left] = await spool.database.read((sql) =>
    sql.rows<{ threads: number | string }>('SELECT COUNT(*) AS threads FROM threads'),
  );
  expect(Number(left?.threads)).toBe(0);
});

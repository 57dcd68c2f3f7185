import { expect, it, jest } from '@jest/globals';
import { enqueueMany } from '../support/bulk-work.js';
import { CallTimes, flatLimitMs } from '../support/call-times.js';
import { howMany } from '../support/how-many.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

jest.setTimeout(900_000);

const few = 300;
const crowd = 100_000;
const freeTasks = 1_000;
const steps = 200;
const longLeaseMs = 600_000;

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

interface Timed {
  readonly dequeue: CallTimes;
  readonly complete: CallTimes;
}

const newTimes = (): Timed => ({ dequeue: new CallTimes(), complete: new CallTimes() });

/** Takes and completes so many tasks one by one; the threads that they were of. */
const work = async (queue: string, count: number, times: Timed): Promise<Set<string | null>> => {
  const threads = new Set<string | null>();
  for (let done = 0; done < count; done += 1) {
    const task = await times.dequeue.of(() => calls.takeOne(queue));
    const [result] = await times.complete.of(() => calls.complete([task]));
    expect(result?.status).toBe('ok');
    threads.add(task.threadId);
  }
  return threads;
};

/** Free tasks while a member of the thread is in progress, then steps of the thread itself. */
const measureBeside = async (members: number): Promise<{ free: Timed; own: Timed }> => {
  const [queue, threadId] = [`beside-${members}`, `crowd-${members}`];
  await calls.putQueue(queue, { retention: { completedMs: 0 } });
  await enqueueMany(calls, queue, { count: members, threadOf: () => threadId });
  const inProgress = await calls.takeOne(queue, { keepaliveTimeoutMs: longLeaseMs });
  await enqueueMany(calls, queue, { count: howMany(freeTasks), threadOf: () => null });
  const measured = { free: newTimes(), own: newTimes() };
  expect(await work(queue, howMany(freeTasks), measured.free)).toEqual(new Set([null]));
  await calls.complete([inProgress]);
  expect(await work(queue, steps, measured.own)).toEqual(new Set([threadId]));
  return measured;
};

it('T52: beside a thread of 100,000 members with one in progress, and within it, dequeue and complete do not slow down', async () => {
  await measureBeside(few);
  const small = await measureBeside(few + 1);
  const large = await measureBeside(Math.max(few + 2, howMany(crowd)));

  const slower = (['free', 'own'] as const).flatMap((part) =>
    (['dequeue', 'complete'] as const).flatMap((call) => {
      const [p95Ms, limitMs] = [large[part][call].p95Ms, flatLimitMs(small[part][call])];
      return p95Ms < limitMs ? [] : [{ part, call, p95Ms, limitMs }];
    }),
  );
  expect(slower).toEqual([]);
});

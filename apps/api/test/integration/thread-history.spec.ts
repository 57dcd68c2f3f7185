import { afterEach, describe, expect, it } from '@jest/globals';
import { thread, threadHistory, type Problem, type ThreadRun } from '@spool/contracts';
import { findQueue } from '../../src/store/queue-store.js';
import { latestRun, readReach } from '../../src/store/thread-run-store.js';
import { freshName } from '../support/fresh-names.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSpool } from '../support/spool-stage.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const here = new TaskCalls(spool.call);

afterEach(() => expectUndamaged(spool));

const atOnceAgain = { type: 'fixed', initialMs: 0 } as const;

const makeQueue = (configuration: Parameters<TaskCalls['makeQueue']>[0] = {}): Promise<string> =>
  here.makeQueue({ backoff: atOnceAgain, ...configuration });

const pageOf = async (path: string, call = spool.call) =>
  readAnswer(threadHistory, 200, await call('GET', path));
const historyOf = (threadId: string, query = '', call = spool.call) =>
  pageOf(`/v1/threads/${encodeURIComponent(threadId)}/history?${query}`, call);

/** Every page of a history, and how many there were. */
const wholeHistory = async (threadId: string, limit: number) => {
  const runs: ThreadRun[] = [];
  let pages = 0;
  for (let cursor = ''; ; pages += 1) {
    const page = await historyOf(threadId, `limit=${limit}${cursor}`);
    runs.push(...page.items);
    if (page.nextCursor === null) return { runs, pages: pages + 1 };
    cursor = `&cursor=${page.nextCursor}`;
  }
};

const shortly = (runs: readonly ThreadRun[]) =>
  runs.map(({ taskId, attempt, outcome }) => [taskId, attempt, outcome]);

describe('The history of a thread', () => {
  it('tells who ran when, newest first: the one that runs, those that failed and those that completed', async () => {
    const queue = await makeQueue({ maxAttempts: 2 });
    const threadId = freshName('thread');
    const [first, second, third] = await here.enqueueBatch(queue, [{ threadId }, { threadId }, { threadId }]);
    const error = { type: 'HTTP_503', message: 'busy', stack: 'at receiver' };
    await here.complete([await here.takeOne(queue, { workerId: 'worker-1' })]);
    await here.fail([await here.takeOne(queue)], { error, retryable: false });
    await here.takeOne(queue, { workerId: 'worker-3' });

    const { items, nextCursor, lookedBackTo } = await historyOf(threadId);

    expect(shortly(items)).toEqual([
      [third?.id, 1, null],
      [second?.id, 1, 'failed'],
      [first?.id, 1, 'completed'],
    ]);
    expect(items[0]).toMatchObject({ workerId: 'worker-3', endedAt: null, queue });
    expect(items[1]?.error).toEqual({ type: 'HTTP_503', message: 'busy' });
    expect(items[2]).toMatchObject({ workerId: 'worker-1', queue });
    expect([nextCursor, lookedBackTo]).toEqual([null, null]);
  });

  it('R1: has no two runs that overlap, over retries, deaths, restarts and queues', async () => {
    const queues = [await makeQueue({ maxAttempts: 2 }), await makeQueue({ maxAttempts: 2 })];
    const threadId = freshName('thread');
    for (const queue of queues)
      await here.enqueueBatch(
        queue,
        Array.from({ length: 8 }, () => ({ threadId })),
      );
    let turn = 0;
    for (let idle = 0; idle < 2;) {
      const [taken] = await here.dequeue(queues[turn % 2] ?? '', { workerId: `worker-${turn % 3}` });
      idle = taken === undefined ? idle + 1 : 0;
      turn += 1;
      if (taken === undefined) continue;
      if (turn % 3 === 0) await here.fail([taken]);
      else await here.complete([taken]);
    }
    const dead = await here.deadTasks({ threadId });
    await here.restart({ ids: dead.map(({ id }) => id) });

    const { runs, pages } = await wholeHistory(threadId, 5);

    expect(pages).toBeGreaterThan(3);
    const restarted = runs.filter(({ taskId }) => dead.some(({ id }) => id === taskId));
    expect(restarted.length).toBeGreaterThanOrEqual(dead.length);
    expect(new Set(shortly(runs).map(String)).size).toBe(runs.length);
    const oldestFirst = runs.toReversed();
    const overlapping = oldestFirst.filter(
      ({ startedAt }, index) => startedAt < (oldestFirst[index - 1]?.endedAt ?? ''),
    );
    expect(overlapping).toEqual([]);
    expect(await wholeHistory(threadId, 200)).toEqual({ runs, pages: 1 });
  });

  it('goes on a page at a time from the one that runs', async () => {
    const queue = await makeQueue();
    const threadId = freshName('thread');
    const [first, second] = await here.enqueueBatch(queue, [{ threadId }, { threadId }]);
    await here.complete([await here.takeOne(queue)]);
    await here.takeOne(queue);

    const { runs, pages } = await wholeHistory(threadId, 1);

    expect(shortly(runs)).toEqual([
      [second?.id, 1, null],
      [first?.id, 1, 'completed'],
    ]);
    expect(pages).toBe(2);
  });

  it('R10: is told of a thread whose last member has left, and empty for one that never was', async () => {
    const queue = await makeQueue();
    const threadId = freshName('thread');
    const { id } = await here.enqueue(queue, { threadId });
    await here.complete([await here.takeOne(queue)]);

    expect(await here.thread(threadId)).toBeNull();
    expect(shortly((await historyOf(threadId)).items)).toEqual([[id, 1, 'completed']]);
    expect(await historyOf(freshName('nobody'))).toEqual({ items: [], nextCursor: null, lookedBackTo: null });
  });

  it('keeps the runs of queues with threads of their own apart, and reaches ids that no path carries', async () => {
    const [wide, own] = [await makeQueue(), await makeQueue({ threadScope: 'queue' })];
    const ids: Record<string, string> = {};
    for (const queue of [wide, own]) {
      ids[queue] = (await here.enqueue(queue, { threadId: '..' })).id;
      await here.complete([await here.takeOne(queue)]);
    }

    const inWide = await pageOf('/v1/thread-history?threadId=..');
    const inOwn = await pageOf(`/v1/thread-history?threadId=..&queue=${own}`);

    expect(inWide.items.map(({ taskId }) => taskId)).toEqual([ids[wide]]);
    expect(inOwn.items.map(({ taskId }) => taskId)).toEqual([ids[own]]);
  });

  it('leaves out runs in queues that the caller does not cover', async () => {
    const [mine, theirs] = [freshName('mine'), freshName('theirs')];
    for (const queue of [mine, theirs]) await here.putQueue(queue);
    const threadId = freshName('thread');
    for (const queue of [mine, theirs]) {
      await here.enqueue(queue, { threadId });
      await here.complete([await here.takeOne(queue)]);
    }
    const call = await callerForQueues(spool, ['mine-*']);

    const { items } = await historyOf(threadId, '', call);

    expect(items.map(({ queue }) => queue)).toEqual([mine]);
    const answer = await call<Problem>('GET', `/v1/threads/${threadId}/history?queue=${theirs}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'queue_not_found']);
  });
});

describe('How far back a page looks', () => {
  it('is bounded by completions of all threads, shared out over the queues, and null where no more are kept', async () => {
    const queues = [await makeQueue(), await makeQueue()];
    for (const queue of queues) {
      await here.enqueueBatch(
        queue,
        Array.from({ length: 6 }, () => ({})),
      );
      for (let number = 0; number < 6; number += 1) await here.complete([await here.takeOne(queue)]);
    }
    const [first = '', second = ''] = queues;
    const finished = (await here.tasks({ queue: second, state: 'COMPLETED' })).map(
      ({ finishedAt }) => finishedAt,
    );
    const reach = (completions: number) =>
      spool.database.read(async (sql) => {
        const queueIds = [];
        for (const name of [first, second]) queueIds.push((await findQueue(sql, name))?.id ?? 0);
        return await readReach(sql, { queueIds, beforeMs: latestRun.endedAtMs, completions });
      });

    expect(await reach(6)).toBe(Date.parse(finished[2] ?? ''));
    expect(await reach(14)).toBeNull();
  });
});

describe('A thread in which a task runs', () => {
  const forecastOf = async (threadId: string) =>
    readAnswer(thread, 200, await spool.call('GET', `/v1/threads/${threadId}`)).ifItFails;

  it('R5: says when the next attempt is due if this one fails, by the task’s own backoff', async () => {
    const queue = await makeQueue({ backoff: { type: 'fixed', initialMs: 5_000 } });
    const threadId = freshName('thread');
    await here.enqueue(queue, { threadId, backoff: { type: 'fixed', initialMs: 60_000 } });
    expect(await forecastOf(threadId)).toBeUndefined();
    await here.takeOne(queue);

    const forecast = await forecastOf(threadId);

    if (forecast?.outcome !== 'retrying') throw new Error('A retry was expected.');
    expect(forecast.attempt).toBe(2);
    const { lease } = (await here.tasks({ threadId }))[0] ?? {};
    const waitMs = Date.parse(forecast.at) - Date.parse(lease?.startedAt ?? '');
    expect(waitMs).toBeGreaterThanOrEqual(60_000);
    expect(waitMs).toBeLessThan(90_000);
  });

  it('R6: says that the last attempt would leave it dead', async () => {
    const queue = await makeQueue({ maxAttempts: 1 });
    const threadId = freshName('thread');
    await here.enqueue(queue, { threadId });
    await here.takeOne(queue);

    expect(await forecastOf(threadId)).toEqual({ outcome: 'dead' });
  });
});

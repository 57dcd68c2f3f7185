import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { SpoolClient } from '@spool/client';
import type { LeasedTask } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { countStatements } from '../support/connection-pool.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { countLines, untilWaiting } from '../support/waiting-callers.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectCleanAudit(spool));

const waitMs = 20_000;

interface Delivery {
  readonly task: LeasedTask;
  /** Since 1970, by this machine's clock, which the database shares. */
  readonly atMs: number;
}

/** A caller who waits on this replica; resolves when it has a task. */
const waitHere = async (queue: string): Promise<Delivery> => {
  const [task] = await here.dequeue(queue, { waitMs });
  if (task === undefined) throw new Error(`Nobody brought a task into ${queue}.`);
  return { task, atMs: Date.now() };
};

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

describe('A waiting dequeue', () => {
  const rounds = 9;

  const measureDelays = async (enqueueThere: (queue: string) => Promise<unknown>): Promise<number[]> => {
    const queue = await here.makeQueue();
    const delaysMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const waiting = waitHere(queue);
      await untilWaiting(spool, queue);
      await enqueueThere(queue);
      const enqueuedAtMs = Date.now();
      const { task, atMs } = await waiting;
      delaysMs.push(atMs - enqueuedAtMs);
      await here.complete([task]);
    }
    return delaysMs;
  };

  // Bounds with room for a busy machine: what they must catch is a poll once every half a second or more.
  it('is answered at once when a task is enqueued on its own replica', async () => {
    const delaysMs = await measureDelays((queue) => here.enqueue(queue));
    expect(median(delaysMs)).toBeLessThan(200);
  });

  it('is answered soon when a task is enqueued on another replica', async () => {
    const delaysMs = await measureDelays((queue) => elsewhere.enqueue(queue));
    expect(median(delaysMs)).toBeLessThan(300);
  });

  it('T39: is answered at the time of a head that is due in three seconds, without any other traffic', async () => {
    const queue = await here.makeQueue();
    const waiting = waitHere(queue);
    await untilWaiting(spool, queue);
    const { id, scheduledAt } = await elsewhere.enqueue(queue, {
      threadId: freshName('thread'),
      delayMs: 3_000,
    });
    const { task, atMs } = await waiting;
    expect(task.id).toBe(id);
    expect(atMs).toBeGreaterThanOrEqual(Date.parse(scheduledAt));
    expect(atMs).toBeLessThan(Date.parse(scheduledAt) + 500);
  });

  it('T39: is answered at the time of a head that was due in three seconds before anybody waited', async () => {
    const queue = await here.makeQueue();
    const { id, scheduledAt } = await elsewhere.enqueue(queue, { delayMs: 3_000 });
    const { task, atMs } = await waitHere(queue);
    expect(task.id).toBe(id);
    expect(atMs).toBeGreaterThanOrEqual(Date.parse(scheduledAt));
    expect(atMs).toBeLessThan(Date.parse(scheduledAt) + 500);
  });

  const retryAfterMs = 1_000;
  const fixed = { type: 'fixed', initialMs: retryAfterMs } as const;
  const routes = {
    'a sibling is completed': (held: LeasedTask) => elsewhere.complete([held]),
    'a sibling is deleted': (held: LeasedTask) => elsewhere.delete([held.id]),
    'a sibling dies': (held: LeasedTask) => elsewhere.fail([held], { retryable: false }),
  };

  it.each(Object.entries(routes))('is answered when %s on another replica', async (_what, settle) => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [, second] = await here.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await here.takeOne(queue);
    const waiting = waitHere(queue);
    await untilWaiting(spool, queue);
    await settle(held);
    const settledAtMs = Date.now();
    const { task, atMs } = await waiting;
    expect(task.id).toBe(second?.id);
    expect(atMs - settledAtMs).toBeLessThan(1_000);
  });

  it('is answered at the time of a retry, and after a restart and a release', async () => {
    const queue = await here.makeQueue({ backoff: fixed, maxAttempts: 2 });
    await here.enqueue(queue);
    const first = await here.takeOne(queue);
    let waiting = waitHere(queue);
    await untilWaiting(spool, queue);
    const [failed] = await elsewhere.fail([first]);
    const retryAtMs = Date.parse((failed?.status === 'ok' ? failed.scheduledAt : undefined) ?? '');
    const second = await waiting;
    expect(second.task).toMatchObject({ id: first.id, attempt: 2 });
    expect(second.atMs).toBeGreaterThanOrEqual(retryAtMs);
    expect(second.atMs).toBeLessThan(retryAtMs + 500);

    waiting = waitHere(queue);
    await untilWaiting(spool, queue);
    await elsewhere.fail([second.task]);
    await elsewhere.restart({ ids: [first.id] });
    const restarted = await waiting;
    expect(restarted.task.attempt).toBe(1);

    waiting = waitHere(queue);
    await untilWaiting(spool, queue);
    await elsewhere.release([restarted.task]);
    expect((await waiting).task).toMatchObject({ id: restarted.task.id, attempt: 1 });
  });

  it('is answered with nothing when its wait ends, and not before', async () => {
    const queue = await here.makeQueue();
    const start = performance.now();
    expect(await here.dequeue(queue, { waitMs: 400 })).toEqual([]);
    const tookMs = performance.now() - start;
    expect(tookMs).toBeGreaterThanOrEqual(400);
    expect(tookMs).toBeLessThan(2_000);
  });

  it('is served in the order in which the callers came', async () => {
    const queue = await here.makeQueue();
    const answered: number[] = [];
    const waiting: Promise<unknown>[] = [];
    for (const number of [0, 1, 2, 3]) {
      waiting.push(waitHere(queue).then(() => answered.push(number)));
      await untilWaiting(spool, queue, number + 1);
    }
    for (const number of [0, 1, 2, 3]) {
      await here.enqueue(queue);
      await waiting[number];
    }
    expect(answered).toEqual([0, 1, 2, 3]);
  });
});

describe('A thousand waiting callers', () => {
  const callers = 1_000;
  const windowMs = 1_000;
  /** What the scheduled jobs send in a window, at most. */
  const statementsOfJobs = 80;
  const looksForWork = /TIMESTAMPDIFF\(MICROSECOND, NOW\(3\)/;
  let alone: TestSpool;
  let calls: TaskCalls;
  let statements: () => number;
  let looks: () => number;
  let hangUps: AbortController[];

  beforeAll(async () => {
    alone = await startSpool({ environment: { SPOOL_EXPIRE_LEASES_INTERVAL_MS: '60000' } });
    statements = countStatements(alone.database);
    looks = countStatements(alone.database, looksForWork);
    calls = new TaskCalls(alone.call);
    await calls.putQueue('busy');
    hangUps = [];
  });

  afterAll(() => alone.close());

  const startWaiting = (count: number): Promise<{ tasks: LeasedTask[] }>[] => {
    const client = new SpoolClient({ url: alone.url, apiKey: alone.apiKey });
    const request = { workerId: 'worker-1', waitMs };
    return Array.from({ length: count }, () => {
      const hangUp = new AbortController();
      hangUps.push(hangUp);
      return client.tasks.dequeue('busy', request, { signal: hangUp.signal });
    });
  };

  const countInAWindow = async (): Promise<{ statements: number; looks: number }> => {
    const before = { statements: statements(), looks: looks() };
    await pause(windowMs);
    return { statements: statements() - before.statements, looks: looks() - before.looks };
  };

  it('cost no more statements than one, wake one for one task, and leave nothing behind when they hang up', async () => {
    expect((await countInAWindow()).looks).toBe(0);
    const [first] = startWaiting(1);
    await untilWaiting(alone, 'busy', 1);
    const withOne = await countInAWindow();
    expect(withOne.looks).toBeGreaterThan(0);

    const others = startWaiting(callers - 1);
    await untilWaiting(alone, 'busy', callers);
    const withAll = await countInAWindow();
    expect(withAll.looks).toBeLessThanOrEqual(windowMs / 50);
    expect(withAll.statements).toBeLessThanOrEqual(withOne.statements + statementsOfJobs);

    const before = statements();
    await calls.enqueue('busy');
    await calls.complete((await first)?.tasks ?? []);
    expect(statements() - before).toBeLessThanOrEqual(2 * statementsOfJobs);
    await untilWaiting(alone, 'busy', callers - 1);

    const ended = Promise.allSettled(others);
    for (const hangUp of hangUps) hangUp.abort();
    expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']));
    await untilNobodyWaits();
    const afterwards = await countInAWindow();
    expect(afterwards.looks).toBeLessThanOrEqual(1);
    expect(afterwards.statements).toBeLessThanOrEqual(statementsOfJobs);

    const { id } = await calls.enqueue('busy');
    expect(await calls.task(id)).toMatchObject({ state: 'ENQUEUED', phase: 'ready', attempt: 0 });
    await expectCleanAudit(alone);
  });

  const untilNobodyWaits = (): Promise<true> =>
    eventually('a replica without callers', () => (countLines(alone) === 0 ? true : null));
});

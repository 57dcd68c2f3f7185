import { afterEach, describe, expect, it } from '@jest/globals';
import { statistics, type Problem, type Statistics, type StatisticsPoint } from '@spool/contracts';
import { RecordStatistics } from '../../src/maintenance/record-statistics.js';
import type { Call } from '@spool/test-bed/caller.js';
import { freshName } from '../support/fresh-names.js';
import { callerForQueues } from '../support/queue-keys.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

/** Lets both replicas write down what they know. */
const record = async (): Promise<void> => {
  for (const { application } of [spool, sibling]) await application.app.get(RecordStatistics).run();
};

const read = async (query: string, call: Call = spool.call): Promise<Statistics> => {
  const { status, body } = await call('GET', `/v1/statistics?${query}`);
  expect(status).toBe(200);
  return statistics.parse(body);
};

const totalOf = (points: readonly StatisticsPoint[], name: 'enqueued' | 'completed' | 'failed' | 'died') =>
  points.reduce((sum, point) => sum + point[name], 0);

const totalsOf = ({ points }: Statistics) => ({
  enqueued: totalOf(points, 'enqueued'),
  completed: totalOf(points, 'completed'),
  failed: totalOf(points, 'failed'),
  died: totalOf(points, 'died'),
});

const makeTraffic = async (prefix: string): Promise<string> => {
  const queue = freshName(prefix);
  await here.putQueue(queue, { maxAttempts: 2, retention: { completedMs: 0 } });
  await here.enqueueBatch(queue, [{}, {}, {}, {}]);
  await elsewhere.enqueue(queue, { delayMs: 600_000 });
  const [a, b, c] = await elsewhere.dequeue(queue, { max: 3 });
  if (a === undefined || b === undefined || c === undefined) throw new Error('Nothing is ready.');
  await here.complete([a]);
  await elsewhere.fail([b], { retryAfterMs: 600_000 });
  await here.fail([c], { retryable: false });
  return queue;
};

describe('Statistics', () => {
  it('tell what happened on all replicas, how long it took, and how much is there', async () => {
    const queue = await makeTraffic('queue');
    await record();
    const told = await read(`queue=${queue}&step=10s`);
    expect(totalsOf(told)).toEqual({ enqueued: 5, completed: 1, failed: 2, died: 1 });
    expect(told.points.at(-1)).toMatchObject({ depth: 3, inProgress: 0, dead: 1 });
    const [busy] = told.points.filter(({ run }) => run !== null);
    expect(busy?.run?.p50Ms).toBeGreaterThanOrEqual(0);
    expect(busy?.run?.p95Ms).toBeGreaterThanOrEqual(busy?.run?.p50Ms ?? 0);
    expect(told.points.some(({ wait }) => wait !== null)).toBe(true);
  });

  it('say the same in steps of five minutes, over a day', async () => {
    const queue = await makeTraffic('queue');
    await record();
    const from = new Date(Date.now() - 86_400_000).toISOString();
    const told = await read(`queue=${queue}&from=${from}&step=1h`);
    expect(told.stepMs).toBe(3_600_000);
    expect(totalsOf(told)).toEqual({ enqueued: 5, completed: 1, failed: 2, died: 1 });
  });

  it('cover every queue, or those that the caller sees', async () => {
    const shop = await makeTraffic('shop');
    await makeTraffic('mail');
    await record();
    const all = totalsOf(await read(''));
    expect(all.enqueued).toBeGreaterThanOrEqual(10);
    const call = await callerForQueues(spool, ['shop-*', 'shop*'], ['read']);
    expect(totalsOf(await read('', call))).toEqual({ enqueued: 5, completed: 1, failed: 2, died: 1 });
    expect(totalsOf(await read(`queue=${shop}`, call)).enqueued).toBe(5);
    const hidden = await call<Problem>('GET', '/v1/statistics?queue=mail');
    expect(hidden).toMatchObject({ status: 404, body: { code: 'queue_not_found' } });
  });

  it('count nothing of a transaction that was not committed', async () => {
    const queue = freshName('queue');
    await here.putQueue(queue);
    const refused = await here.call('POST', `/v1/queues/${queue}/tasks/batch`, {
      tasks: [{ payload: 1 }, {}],
    });
    expect(refused.status).toBe(400);
    await record();
    expect(totalsOf(await read(`queue=${queue}`)).enqueued).toBe(0);
  });

  it.each([
    ['step=0', '/step'],
    ['step=1w', '/step'],
    ['step=-5', '/step'],
    ['from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z', '/from'],
    ['from=2999-01-01T00:00:00Z', '/from'],
    ['from=1970-01-01T00:00:00Z&step=1h', '/step'],
    ['window=1h', '/window'],
  ])('with %s are refused, naming %j', async (query, path) => {
    const { status, body } = await here.call<Problem>('GET', `/v1/statistics?${query}`);
    expect(status).toBe(400);
    expect(body.errors?.map((one) => one.path)).toContain(path);
  });
});

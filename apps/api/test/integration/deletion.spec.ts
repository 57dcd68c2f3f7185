import { afterEach, describe, expect, it } from '@jest/globals';
import { queue as queueSchema } from '@spool/contracts';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { holdOpen } from '../support/outside-session.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { sweepOnce } from '../support/sweep.js';
import { idsOf, readAnswer, TaskCalls, type Held } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

const countsOf = async (queue: string) =>
  readAnswer(queueSchema, 200, await here.call('GET', `/v1/queues/${queue}`)).counts;

const nothing = { ready: 0, scheduled: 0, backoff: 0, waiting: 0, inProgress: 0, dead: 0, completed: 0 };

/** Counts may be 5 s old. */
const untilCounts = (queue: string, expected: Partial<typeof nothing>) =>
  eventually(`counts of ${queue} to be ${JSON.stringify(expected)}`, async () => {
    const counts = await countsOf(queue);
    return JSON.stringify(counts) === JSON.stringify({ ...nothing, ...expected }) ? true : null;
  });

const rowsThatName = async (ids: readonly string[]): Promise<number> => {
  const tables = ['leases', 'failed_attempts'].map(
    (table) => `SELECT COUNT(*) AS found FROM ${table} WHERE task_id IN (?)`,
  );
  const rows = await spool.database.read((sql) =>
    sql.rows<{ found: number | string }>(tables.join(' UNION ALL '), [ids, ids]),
  );
  return rows.reduce((sum, { found }) => sum + Number(found), 0);
};

/** One thread with a member or a former member in each state; the ids by state. */
const makeMixedThread = async (queue: string, threadId: string) => {
  const one = () => here.enqueue(queue, { threadId });
  const [completed, dead, restartedFrom] = [await one(), await one(), await one()];
  await here.complete([await here.takeOne(queue)]);
  for (let left = 2; left > 0; left -= 1) await here.fail([await here.takeOne(queue)], { retryable: false });
  const retried = await one();
  await here.fail([await here.takeOne(queue)], { retryAfterMs: 0 });
  const held = await here.takeOne(queue);
  const [restarted] = await here.restart({ ids: [restartedFrom.id] });
  const waiting = await one();
  return {
    held,
    finished: [completed.id, restartedFrom.id],
    dead: [dead.id],
    live: [retried.id, restarted?.status === 'ok' ? restarted.newId : '', waiting.id],
  };
};

describe('A thread whose members and former members are in every state', () => {
  it('T20: loses to retention only what is finished or dead, and counts it no more', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const { held, finished, dead, live } = await makeMixedThread(queue, threadId);
    await untilCounts(queue, { inProgress: 1, waiting: 2, dead: 1, completed: 1 });
    await spool.database.write((sql) =>
      sql.change('UPDATE finished_tasks SET finished_at = finished_at - INTERVAL 2 DAY WHERE id IN (?)', [
        finished,
      ]),
    );
    await spool.database.write((sql) =>
      sql.change('UPDATE dead_tasks SET died_at = died_at - INTERVAL 31 DAY WHERE id IN (?)', [dead]),
    );
    await Promise.all([sweepOnce(spool), sweepOnce(spool)]);
    const [completed, restartedFrom] = finished;
    for (const id of [completed, ...dead])
      expect((await here.call('GET', `/v1/tasks/${id}`)).status).toBe(404);
    // A restarted task rests as long as the dead do.
    expect((await here.task(restartedFrom ?? '')).state).toBe('RESTARTED');
    expect(await here.thread(threadId)).toMatchObject({ size: 3, inProgress: { id: held.id }, deadCount: 0 });
    expect(await rowsThatName(dead)).toBe(0);
    await untilCounts(queue, { inProgress: 1, waiting: 2 });
    expect((await here.delete(live)).map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    expect(await here.thread(threadId)).toBeNull();
  });

  it('T20: leaves nothing behind when all are deleted at once, and a new one in it is dequeuable', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const { finished, dead, live } = await makeMixedThread(queue, threadId);
    const all = [...live, ...dead, ...finished];
    const again = live[0] ?? '';
    const results = await elsewhere.delete([...all, again, '9007199254740993']);
    expect(results.slice(0, -2)).toEqual(all.map((id) => ({ id, status: 'ok' })));
    expect(results.slice(-2)).toMatchObject([
      { id: again, code: 'task_not_found' },
      { id: '9007199254740993', code: 'task_not_found' },
    ]);
    for (const id of all) expect((await here.call('GET', `/v1/tasks/${id}`)).status).toBe(404);
    expect(await here.thread(threadId)).toBeNull();
    expect(await here.tasks({ threadId })).toEqual([]);
    expect(await rowsThatName(all)).toBe(0);
    const next = await here.enqueue(queue, { threadId });
    const taken = await here.dequeue(queue, { max: 10 });
    expect(idsOf(taken)).toEqual([next.id]);
    await here.delete([next.id]);
    await untilCounts(queue, {});
  });

  it('T20: names the head after the whole batch as promoted when some are deleted', async () => {
    const queue = await here.makeQueue();
    const threadId = freshName('thread');
    const [a, b, c, d] = idsOf(
      await here.enqueueBatch(
        queue,
        [{}, {}, {}, {}].map(() => ({ threadId })),
      ),
    );
    await here.takeOne(queue);
    expect(await here.delete([b ?? '', a ?? '', d ?? ''])).toEqual(
      [b, a, d].map((id) => ({ id, status: 'ok', promoted: c })),
    );
    const taken = await elsewhere.dequeue(queue, { max: 10 });
    expect(idsOf(taken)).toEqual([c]);
    await here.complete(taken);
  });
});

/** What everything that a worker can do with a lease answers. */
const tryEverything = async (held: Held) => [
  ...(await here.keepalive([held])),
  ...(await here.complete([held])),
  ...(await here.fail([held])),
  ...(await here.release([held])),
];

const notFound = (id: string) =>
  Array.from({ length: 4 }, () => expect.objectContaining({ id, status: 'error', code: 'task_not_found' }));

describe('A task deleted while a worker holds it', () => {
  it('T21: makes way at once; its worker’s calls are refused, and touch neither it nor the next', async () => {
    const queue = await here.makeQueue({ keepaliveTimeoutMs: 86_400_000 });
    const threadId = freshName('thread');
    const [a, b, c] = idsOf(await here.enqueueBatch(queue, [{ threadId }, { threadId }, { threadId }]));
    const held = await here.takeOne(queue);
    const { status } = await elsewhere.call('DELETE', `/v1/tasks/${a}`);
    expect(status).toBe(204);
    const next = await here.takeOne(queue);
    expect(next.id).toBe(b);
    expect(BigInt(next.leaseToken)).toBeGreaterThan(BigInt(held.leaseToken));

    const look = async () => [
      await here.task(b ?? ''),
      await here.task(c ?? ''),
      // When it would be due if it failed now moves with the clock.
      { ...(await here.thread(threadId)), ifItFails: null },
    ];
    const before = await look();
    expect(await tryEverything(held)).toEqual(notFound(held.id));
    // The worker of the deleted task must not act on its sibling by the new id either.
    const stolen = { id: next.id, leaseToken: held.leaseToken };
    expect(await tryEverything(stolen)).toMatchObject(
      Array.from({ length: 4 }, () => ({ code: 'lease_lost' })),
    );
    await sweepOnce(spool);
    expect(await look()).toEqual(before);
    expect((await here.call('GET', `/v1/tasks/${a}`)).status).toBe(404);
    await here.complete([next]);
    await here.complete([await here.takeOne(queue)]);
    expect(await here.thread(threadId)).toBeNull();
  });

  it('T22: is neither retried nor dead, and leaves no lease and no history', async () => {
    const queue = await here.makeQueue({ maxAttempts: 5, backoff: { type: 'fixed', initialMs: 0 } });
    const threadId = freshName('thread');
    const ids = idsOf(await here.enqueueBatch(queue, [{ threadId }, {}]));
    await here.fail(await here.dequeue(queue, { max: 10 }));
    const held = await here.dequeue(queue, { max: 10, keepaliveTimeoutMs: 1_000 });
    expect(held.map(({ attempt }) => attempt)).toEqual([2, 2]);
    expect(await here.delete(ids)).toEqual(ids.map((id) => ({ id, status: 'ok' })));
    expect(await rowsThatName(ids)).toBe(0);
    // Longer than the lease would have lasted: neither a lapse nor a late fail may bring it back.
    expect(await elsewhere.dequeue(queue, { max: 10, waitMs: 1_500 })).toEqual([]);
    expect(await here.fail(held)).toMatchObject([{ code: 'task_not_found' }, { code: 'task_not_found' }]);
    await sweepOnce(spool);
    expect(await here.tasks({ queue })).toEqual([]);
    expect(await here.deadTasks({ queue })).toEqual([]);
    expect(await here.thread(threadId)).toBeNull();
  });
});

describe('A deletion that meets another change', () => {
  it('R12: tells a keepalive that waited for it that the task is gone, not that its lease is', async () => {
    const queue = await here.makeQueue();
    const { id } = await here.enqueue(queue);
    const held = await here.takeOne(queue);
    const outside = await holdOpen(spool, 'SELECT token FROM leases WHERE task_id = ? FOR UPDATE', [id]);
    const lockingLeases = '%FROM leases l FORCE INDEX (PRIMARY)';
    const deleted = here.delete([id]);
    await outside.untilBlocked(lockingLeases);
    const prolonged = here.keepalive([held]);
    await outside.untilBlocked(lockingLeases, 2);
    await outside.end();
    expect(await deleted).toMatchObject([{ id, status: 'ok' }]);
    expect(await prolonged).toMatchObject([{ id, status: 'error', code: 'task_not_found' }]);
  });

  it('R8: finds the task wherever it went meanwhile: completed, dead or waiting for its retry', async () => {
    const queue = await here.makeQueue({ backoff: { type: 'fixed', initialMs: 0 } });
    for (let round = 0; round < 10; round += 1) {
      await here.enqueueBatch(
        queue,
        Array.from({ length: 12 }, () => ({ threadId: freshName('thread') })),
      );
      const held = await here.dequeue(queue, { max: 12 });
      const change = (task: Held, place: number): Promise<unknown> =>
        place % 3 === 0 ? here.complete([task]) : here.fail([task], { retryable: place % 3 === 1 });
      const deleting = Promise.all(held.map(({ id }) => elsewhere.delete([id])));
      await Promise.all(held.map(change));
      const results = (await deleting).flat();
      expect(results).toEqual(held.map(({ id }) => ({ id, status: 'ok' })));
      expect(await here.tasks({ queue })).toEqual([]);
    }
  });
});

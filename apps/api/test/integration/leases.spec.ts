import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import type { LeasedTask } from '@spool/contracts';
import { ExpireLeases } from '../../src/maintenance/expire-leases.js';
import { freshName } from '../support/fresh-names.js';
import { openRequest } from '../support/open-request.js';
import { holdOpen } from '../support/outside-session.js';
import type { TestSibling } from '../support/spool.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls, type Held } from '../support/task-calls.js';
import { expectUndamaged } from '../support/undamaged.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const here = new TaskCalls(spool.call);
const elsewhere = new TaskCalls(sibling.call);

afterEach(() => expectUndamaged(spool, sibling));

const atOnceAgain = { type: 'fixed', initialMs: 0 } as const;
const short = { keepaliveTimeoutMs: 1_000 };
const long = { keepaliveTimeoutMs: 60_000 };

/** What everything that a worker can do with a lease answers. */
const tryEverything = async (held: Held) => [
  ...(await here.keepalive([held])),
  ...(await here.complete([held])),
  ...(await here.fail([held])),
  ...(await here.release([held])),
];

const refusals = (id: string, code: string) =>
  Array.from({ length: 4 }, () => expect.objectContaining({ id, status: 'error', code }));

describe('A lease that lapsed', () => {
  it('T7: no longer lets its worker touch the task, neither while another holds it nor after', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const threadId = freshName('thread');
    const { id } = await here.enqueue(queue, { threadId });
    const lost = await here.takeOne(queue, { workerId: 'first', ...short });
    const later = await here.enqueue(queue, { threadId, delayMs: 3_600_000 });
    const held = await elsewhere.takeOne(queue, { workerId: 'second', waitMs: 10_000, ...long });
    expect(held).toMatchObject({ id, attempt: 2 });
    expect(BigInt(held.leaseToken)).toBeGreaterThan(BigInt(lost.leaseToken));

    const look = async () => [
      await here.task(id),
      await here.task(later.id),
      // When it would be due if it failed now moves with the clock.
      { ...(await here.thread(threadId)), ifItFails: null },
    ];
    const whileHeld = await look();
    expect(await tryEverything(lost)).toEqual(refusals(id, 'lease_lost'));
    expect(await look()).toEqual(whileHeld);

    expect(await here.complete([held], { result: 'by the second' })).toEqual([
      { id, status: 'ok', promoted: later.id },
    ]);
    const completed = await look();
    expect(await tryEverything(lost)).toEqual(refusals(id, 'lease_lost'));
    expect(await look()).toEqual(completed);
    expect(completed[0]).toMatchObject({ state: 'COMPLETED', attempt: 2, result: 'by the second' });
    await here.delete([later.id]);
  });

  it('T8: frees its thread: 100 abandoned threads all offer a head to those who ask while the sweep runs', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain });
    const threads = Array.from({ length: 100 }, () => freshName('thread'));
    const tasks = await here.enqueueBatch(
      queue,
      [0, 1].flatMap((payload) => threads.map((threadId) => ({ threadId, payload }))),
    );
    expect(await here.dequeue(queue, { max: 100, ...short })).toHaveLength(100);
    const offered: LeasedTask[] = [];
    let isAsking = true;
    const ask = async (calls: TaskCalls): Promise<void> => {
      while (offered.length < 100) {
        const taken = await calls.dequeue(queue, { max: 7, waitMs: 5_000, ...long });
        offered.push(...taken);
        if (taken.length === 0) return;
      }
    };
    const sweep = async ({ application: { app } }: TestSibling): Promise<void> => {
      while (isAsking) {
        await app.get(ExpireLeases).run();
        await pause(10);
      }
    };
    const sweeping = [spool, sibling].map(sweep);
    await Promise.all([here, elsewhere, here].map(ask));
    isAsking = false;
    await Promise.all(sweeping);
    expect(idsOf(offered).sort()).toEqual(idsOf(tasks.slice(100)).sort());
    await here.complete(offered);
    expect((await here.tasks({ queue, state: 'ENQUEUED', limit: '200' })).length).toBe(100);
  });

  it('T12: counts as an attempt each time, the last one is the death of the task, and the thread advances', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain, maxAttempts: 3 });
    const threadId = freshName('thread');
    const { id } = await here.enqueue(queue, { threadId });
    const workers = ['first', 'second', 'third'];
    const tokens: bigint[] = [];
    for (const workerId of workers) {
      const vanishing = await here.takeOne(queue, { workerId, waitMs: 10_000, ...short });
      expect(vanishing.id).toBe(id);
      tokens.push(BigInt(vanishing.leaseToken));
    }
    expect(tokens).toEqual(tokens.toSorted((left, right) => (left < right ? -1 : 1)));
    const next = await here.enqueue(queue, { threadId });
    const advanced = await elsewhere.takeOne(queue, { waitMs: 10_000, ...long });
    expect(advanced.id).toBe(next.id);

    const reason = { type: 'KEEPALIVE_LAPSED', message: expect.any(String) };
    const dead = await here.task(id);
    expect(dead).toMatchObject({ state: 'DEAD', phase: null, attempt: 3, error: reason });
    expect(dead.history).toEqual(
      workers.map((workerId, index) =>
        expect.objectContaining({ attempt: index + 1, workerId, outcome: 'lapsed', error: reason }),
      ),
    );
    for (const { startedAt, endedAt } of dead.history)
      expect(Date.parse(endedAt ?? '') - Date.parse(startedAt)).toBeGreaterThanOrEqual(1_000);
    expect(await here.deadTasks({ queue })).toEqual([
      expect.objectContaining({ id, error: reason, diedAt: dead.history[2]?.endedAt }),
    ]);
    await here.complete([advanced]);
  });
});

describe('A lease that is kept alive', () => {
  it('T10: never lapses over three of its timeouts, is never handed out twice, and completes', async () => {
    const queue = await here.makeQueue({ backoff: atOnceAgain, keepaliveTimeoutMs: 3_000 });
    await here.enqueueBatch(queue, [{ threadId: freshName('thread') }, {}, {}]);
    const held = await here.dequeue(queue, { max: 10 });
    const startedAt = performance.now();
    const handedOutAgain = elsewhere.dequeue(queue, { max: 10, waitMs: 9_500 });
    while (performance.now() - startedAt < 9_000) {
      await pause(1_200);
      const kept = await here.keepalive(held);
      expect(kept.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
    }
    expect(await here.complete(held)).toEqual(idsOf(held).map((id) => ({ id, status: 'ok' })));
    expect(await handedOutAgain).toEqual([]);
    for (const { id } of held) {
      expect(await here.task(id)).toMatchObject({
        state: 'COMPLETED',
        attempt: 1,
        history: [{ attempt: 1, outcome: 'completed' }],
      });
    }
  });

  it('T11: loses against the complete that is sent at the same instant, with a clean refusal, 1,000 times', async () => {
    const queue = await here.makeQueue();
    for (let round = 0; round < 10; round += 1) {
      const tasks = Array.from({ length: 100 }, (_, place) =>
        place % 2 === 0 ? {} : { threadId: freshName('thread') },
      );
      await here.enqueueBatch(queue, tasks);
      const held = await here.dequeue(queue, { max: 100 });
      // In both orders, task by task and in one batch against another.
      const single = held.slice(0, 20).flatMap((task, place) => {
        const both = [() => here.complete([task]), () => elsewhere.keepalive([task])];
        return place % 2 === 0 ? both : both.toReversed();
      });
      const many = held.slice(20);
      const answers = await Promise.all([
        here.complete(many),
        elsewhere.keepalive(many),
        ...single.map((call) => call()),
      ]);
      for (const result of answers.flat()) {
        if (result.status === 'ok') continue;
        expect(result).toMatchObject({ code: 'already_settled', outcome: 'completed' });
      }
      const states = await here.tasks({ queue, state: 'COMPLETED', limit: '100' });
      expect(idsOf(states).sort()).toEqual(idsOf(held).sort());
    }
    expect(await here.tasks({ queue, state: 'IN_PROGRESS' })).toEqual([]);
  });
});

describe('A dequeue whose caller hangs up', () => {
  const insertLeaseOf = `
    INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
    SELECT COALESCE(thread_key, UNHEX(LPAD(HEX(id), 32, '0'))), id, queue_id, 'outside', NOW(3), NOW(3)
    FROM tasks WHERE id = ?`;

  it.each([
    { what: 'a thread’s head', isThreaded: true },
    { what: 'a free task', isThreaded: false },
  ])('T13: before its answer leaves $what as it was', async ({ isThreaded }) => {
    const queue = await here.makeQueue();
    const threadId = isThreaded ? freshName('thread') : null;
    const task = await here.enqueue(queue, { threadId });
    const behind = await here.enqueue(queue, { threadId, delayMs: 3_600_000 });
    const inTheWay = await holdOpen(spool, insertLeaseOf, [task.id]);
    const request = await openRequest(spool, `/v1/queues/${queue}/dequeue`, { workerId: 'gone', max: 10 });
    await inTheWay.untilBlocked('INSERT INTO leases');
    await request.hangUp();
    await inTheWay.end();

    const back = await elsewhere.takeOne(queue, { workerId: 'present', waitMs: 10_000 });
    expect(back).toMatchObject({ id: task.id, attempt: 1, scheduledAt: task.scheduledAt });
    const { history } = await here.task(task.id);
    expect(history.map(({ workerId }) => workerId)).toEqual(['present']);
    await here.complete([back]);
    await here.delete([behind.id]);
  });

  it('T13: while it waits takes nothing of what is enqueued after', async () => {
    const queue = await here.makeQueue();
    const waiting = { workerId: 'gone', waitMs: 20_000 };
    const request = await openRequest(spool, `/v1/queues/${queue}/dequeue`, waiting);
    await request.hangUp();
    const { id } = await here.enqueue(queue);
    expect(await here.task(id)).toMatchObject({ state: 'ENQUEUED', phase: 'ready', attempt: 0 });
    const [taken] = await here.dequeue(queue);
    expect(taken).toMatchObject({ id, attempt: 1 });
    await here.complete(taken === undefined ? [] : [taken]);
  });
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { newTask } from '@spool/contracts';
import type { Sql } from '../../src/platform/database/sql.js';
import { takeTasks } from '../../src/store/transitions/take-tasks.js';
import { EnqueueService } from '../../src/tasks/enqueue.service.js';
import { expectCleanAudit } from '../support/auditor.js';
import { holdEveryConnection } from '../support/connection-pool.js';
import { anAct } from '../support/callers.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { FrozenTransactions } from '../support/frozen-transactions.js';
import { holdOpen } from '../support/outside-session.js';
import type { TestSpool } from '../support/spool.js';
import { setUpSibling, setUpSpool } from '../support/spool-stage.js';
import { idsOf, TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const sibling = setUpSibling(spool);
const calls = new TaskCalls(spool.call);

afterEach(() => expectCleanAudit(spool));

const lockThread = 'SELECT size FROM threads WHERE thread_id = ? FOR UPDATE';

describe('An outside session that holds a thread', () => {
  it('T24: makes a complete fail whole when it outlasts the lock timeout, and the thread goes on as if it had not been asked', async () => {
    const queue = await calls.makeQueue();
    const [stuck, other, third] = [freshName('thread'), freshName('thread'), freshName('thread')];
    const [first, , inOther] = await calls.enqueueBatch(queue, [
      { threadId: stuck },
      { threadId: stuck },
      { threadId: other },
      { threadId: other },
      { threadId: third },
    ]);
    const held = await calls.dequeue(queue, { max: 3 });
    const [stuckTask, otherTask, thirdTask] = held;
    if (first === undefined || stuckTask === undefined || otherTask === undefined || thirdTask === undefined)
      throw new Error('Three heads were expected.');
    expect(idsOf(held).slice(0, 2)).toEqual([first.id, inOther?.id]);

    const session = await holdOpen(spool, lockThread, [stuck]);
    const items = [stuckTask, otherTask].map(({ id, leaseToken }) => ({ id, leaseToken }));
    const answering = spool.call('POST', '/v1/tasks/complete', { items });
    await session.untilBlocked('SELECT t.thread_key');
    // Who has nothing to do with the stuck thread does not wait for it.
    expect(await calls.complete([thirdTask])).toEqual([{ id: thirdTask.id, status: 'ok' }]);

    const answer = await answering;
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).not.toBeNull();
    for (const { id } of items) expect((await calls.task(id)).state).toBe('IN_PROGRESS');
    expect(await calls.thread(stuck)).toMatchObject({ size: 2, inProgress: { id: stuckTask.id } });
    expect(await calls.dequeue(queue, { max: 10 })).toEqual([]);
    await session.end();

    const again = await calls.complete([stuckTask, otherTask]);
    expect(again.map(({ status }) => status)).toEqual(['ok', 'ok']);
    expect(await calls.dequeue(queue, { max: 10 })).toHaveLength(2);
  });

  it('T24: only delays a complete when it lets go within the lock timeout', async () => {
    const queue = await calls.makeQueue();
    const threadId = freshName('thread');
    const [, second] = await calls.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await calls.takeOne(queue);
    const session = await holdOpen(spool, lockThread, [threadId]);
    const completing = calls.complete([held]);
    await session.untilBlocked('SELECT t.thread_key');
    await session.end();
    expect(await completing).toEqual([{ id: held.id, status: 'ok', promoted: second?.id }]);
  });
});

describe('A transaction that stands still', () => {
  it('T25: of a dequeue hides only its own tasks: others take what comes behind them, in order', async () => {
    const queue = await calls.makeQueue();
    const enqueued: string[] = [];
    for (let batch = 0; batch < 10; batch += 1)
      enqueued.push(
        ...idsOf(
          await calls.enqueueBatch(
            queue,
            Array.from({ length: 1_000 }, () => ({})),
          ),
        ),
      );

    const frozen = new FrozenTransactions(spool);
    const demand = { max: 500, workerId: 'frozen', keepaliveTimeoutMs: null };
    const taking = frozen.run({ kind: 'dequeue' }, async (sql) => {
      const { shares, tallies } = await takeTasks(sql, queue, [demand]);
      return { result: shares.flat(), tallies: [tallies], wakeups: [] };
    });
    await frozen.untilFrozen();

    const one = await calls.dequeue(queue, { max: 1 });
    const many = await new TaskCalls(sibling.call).dequeue(queue, { max: 500 });
    expect(idsOf([...one, ...many])).toEqual(enqueued.slice(500, 1_001));
    frozen.thaw();
    const taken = await taking;
    expect(idsOf(taken)).toEqual(enqueued.slice(0, 500));
    for (const held of [one, many, taken]) await calls.complete(held);
  });

  it('T26: of an enqueue is waited for by a complete, which then promotes the earlier task that it brought', async () => {
    const queue = await calls.makeQueue();
    const threadId = freshName('thread');
    await calls.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await calls.takeOne(queue);

    const frozen = new FrozenTransactions(spool);
    const earlierTask = newTask.parse({ threadId, scheduledAt: '2001-01-01T00:00:00Z', payload: null });
    const enqueuing = new EnqueueService(frozen).enqueue(queue, [earlierTask], anAct());
    await frozen.untilFrozen();
    const witness = await holdOpen(spool, 'SELECT 1', []);
    const completing = calls.complete([held]);
    await witness.untilBlocked('SELECT t.thread_key');
    await witness.end();
    frozen.thaw();

    const [earlier] = await enqueuing;
    expect(await completing).toEqual([{ id: held.id, status: 'ok', promoted: earlier?.id }]);
    expect(idsOf(await calls.dequeue(queue, { max: 10 }))).toEqual([earlier?.id]);
  });
});

const lockTask = 'SELECT id FROM tasks WHERE id = ? FOR UPDATE';

/** Two transactions that lock two rows in opposite orders, each holding its first before it asks for its second. */
const deadlockOnce = async (ids: readonly [string, string]): Promise<void> => {
  let arrived = 0;
  let noteBoth: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (noteBoth = resolve));
  const lockInOrder = (first: string, second: string): Promise<void> =>
    spool.database.write(async (sql: Sql) => {
      await sql.rows(lockTask, [first]);
      arrived += 1;
      if (arrived === 2) noteBoth();
      await both;
      await sql.rows(lockTask, [second]);
    });
  await Promise.all([lockInOrder(ids[0], ids[1]), lockInOrder(ids[1], ids[0])]);
};

const readDeadlocks = async (): Promise<number> => {
  const metric = spool.application.parts.metrics.registry.getSingleMetric('spool_transaction_retries_total');
  const values = (await metric?.get())?.values ?? [];
  return values.find(({ labels }) => labels['trouble'] === 'deadlock')?.value ?? 0;
};

const countOpenTransactions = async (): Promise<number> => {
  const [row] = await spool.database.read((sql) =>
    sql.rows<{ open: number | string }>(
      `SELECT COUNT(*) AS open FROM information_schema.innodb_trx t
       JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id WHERE p.db = DATABASE()`,
    ),
  );
  return Number(row?.open);
};

describe('Errors inside transactions', () => {
  const rounds = 40;

  it('T28: 200 of them, of each kind, leave every connection of the pool free and no transaction open', async () => {
    const queue = await calls.makeQueue();
    const [first, second] = await calls.enqueueBatch(queue, [{}, {}]);
    if (first === undefined || second === undefined) throw new Error('Two tasks were expected.');
    const before = await readDeadlocks();
    const statuses = new Map<number, number>();
    const note = async (answering: ReturnType<TestSpool['call']>): Promise<void> => {
      const { status } = await answering;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    const path = `/v1/queues/${queue}`;
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all([
        note(spool.call('PUT', path, {}, { 'if-none-match': '*' })),
        note(spool.call('PUT', path, { deadLetter: { mode: 'forward', queue: 'nowhere' } })),
        note(spool.call('POST', '/v1/queues/nowhere/tasks', { payload: null })),
        note(spool.call('DELETE', path)),
        deadlockOnce([first.id, second.id]),
      ]);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 400: rounds, 404: rounds, 409: rounds, 412: rounds });
    expect((await readDeadlocks()) - before).toBeGreaterThanOrEqual(rounds);
    await holdEveryConnection(spool.database, spool.config.databasePoolSize);
    // The scheduled jobs have transactions of their own, which end; one that was left open would stay.
    await eventually('a moment without an open transaction', async () =>
      (await countOpenTransactions()) === 0 ? true : null,
    );
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { troubleOf } from '../../src/platform/database/database-error.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { repairLeasedCandidates, repairThread } from '../../src/store/transitions/repair-thread.js';
import { expectCleanAudit } from '../support/auditor.js';
import { BareStore } from '../support/bare-store.js';
import { startReconciliation } from '../support/reconciliation.js';

const rounds = 10;
jest.setTimeout(60_000);

let store: BareStore;

beforeAll(async () => {
  store = await BareStore.open();
  await store.addQueue('fair', { ordering: 'fair' });
  await store.addQueue('scoped', { threadScope: 'queue' });
});

afterAll(async () => {
  await store.close();
});

beforeEach(async () => {
  await store.empty();
});

/** Runs what can be dequeued until nothing can; answers the ids in the order in which they ran. */
const drain = async (queueName = 'orders'): Promise<string[]> => {
  const ran: string[] = [];
  for (;;) {
    const taken = (await store.take(1, queueName)).map(({ id }) => id);
    if (taken.length === 0) return ran;
    await store.complete(taken);
    ran.push(...taken);
  }
};

/** A pass that repairs exactly this, after which nothing is wrong and a second pass has nothing to do. */
const expectRepairs = async (kinds: Record<string, number>): Promise<void> => {
  const reconciliation = startReconciliation(store);
  const repairs = await reconciliation.pass();
  expect(await reconciliation.countedKinds()).toEqual(kinds);
  expect(repairs).toBe(Object.values(kinds).reduce((sum, count) => sum + count, 0));
  expect(reconciliation.warnings).toEqual(kinds);
  await expectCleanAudit(store);
  expect(await reconciliation.pass()).toBe(0);
};

/** Enqueues three members of thread `a`, due one after the other. */
const enqueueThree = async (): Promise<[string, string, string]> => {
  const [first = '', second = '', third = ''] = await store.enqueue(
    [1, 2, 3].map((scheduledAtMs) => ({ thread: 'a', scheduledAtMs })),
  );
  return [first, second, third];
};

describe('T9 The reconciliation', () => {
  it('leaves a sound installation alone', async () => {
    await enqueueThree();
    await store.enqueue([{}, {}, { thread: 'b' }]);
    await store.take(2);
    await expectRepairs({});
  });

  it('gives a task whose lease was deleted back to its thread', async () => {
    const [first, second, third] = await enqueueThree();
    await store.take(1);
    await store.byHand('DELETE FROM leases');
    await expectRepairs({ stalled_thread: 1 });
    expect(await drain()).toEqual([first, second, third]);
    await expectCleanAudit(store);
  });

  it('lets an earlier arrival go before a task whose lease was deleted', async () => {
    const [first, second, third] = await enqueueThree();
    await store.take(1);
    await store.byHand('DELETE FROM leases');
    await store.byHand('UPDATE tasks SET scheduled_at = ? WHERE id = ?', [new Date(0), third]);
    await expectRepairs({ stalled_thread: 1, wrong_front: 1 });
    expect(await drain()).toEqual([third, first, second]);
  });

  it('gives a task without a thread back whose lease was deleted', async () => {
    const [id] = await store.enqueue([{}]);
    await store.take(1);
    await store.byHand('DELETE FROM leases');
    await expectRepairs({ stalled_task: 1 });
    expect(await drain()).toEqual([id]);
    await expectCleanAudit(store);
  });

  it('does not count the dequeue of a lost lease where it was the last attempt', async () => {
    await store.enqueue([{ thread: 'a', maxAttempts: 1 }, { maxAttempts: 1 }]);
    await store.take(2);
    await store.byHand('DELETE FROM leases');
    await expectRepairs({ stalled_thread: 1, stalled_task: 1 });
    expect((await store.take(2)).map(({ attempt }) => attempt)).toEqual([1, 1]);
    await expectCleanAudit(store);
  });

  it('removes a lease whose task is gone, and the thread moves on', async () => {
    const [first, second, third] = await enqueueThree();
    await store.take(1);
    await store.byHand('DELETE FROM tasks WHERE id = ?', [first]);
    await expectRepairs({ stray_lease: 1, stalled_thread: 1, wrong_front: 1, wrong_size: 1 });
    expect(await drain()).toEqual([second, third]);
  });

  it('removes a lease of a task that is gone and had no thread', async () => {
    await store.enqueue([{}]);
    await store.take(1);
    await store.byHand('DELETE FROM tasks');
    await expectRepairs({ stray_lease: 1 });
  });

  it('removes a lease that another thread’s task holds in this thread’s slot', async () => {
    const [first, second, third] = await enqueueThree();
    const [other] = await store.enqueue([{ thread: 'b', scheduledAtMs: 9 }]);
    await store.take(1);
    await store.byHand('UPDATE leases SET task_id = ?', [other]);
    await expectRepairs({ stray_lease: 1, stalled_thread: 1 });
    expect(await drain()).toEqual([first, second, third, other]);
  });

  it('removes a lease in a slot that belongs to nothing', async () => {
    const [id] = await store.enqueue([{}]);
    await store.take(1);
    await store.byHand(`UPDATE leases SET slot = UNHEX('7fffffffffffffffffffffffffffffff')`);
    await expectRepairs({ stray_lease: 1, stalled_task: 1 });
    expect(await drain()).toEqual([id]);
  });

  it('names the right front', async () => {
    const [first, second, third] = await enqueueThree();
    await store.byHand('UPDATE threads SET front_task_id = ?', [second]);
    await expectRepairs({ wrong_front: 1 });
    expect(await drain()).toEqual([first, second, third]);
  });

  it('names the leased task as the front', async () => {
    const [first, second, third] = await enqueueThree();
    await store.take(1);
    await store.byHand('UPDATE threads SET front_task_id = ?', [third]);
    await expectRepairs({ wrong_front: 1 });
    expect(await store.complete([first])).toEqual([second]);
    await expectCleanAudit(store);
  });

  it('takes the turn of a second candidate away', async () => {
    const [first, second, third] = await enqueueThree();
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at WHERE id IN (?)', [[second, third]]);
    await expectRepairs({ second_candidate: 1 });
    expect(await drain()).toEqual([first, second, third]);
  });

  it('takes the turn of a candidate away whose thread is leased', async () => {
    const [first, second, third] = await enqueueThree();
    await store.take(1);
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at WHERE id IN (?)', [[first, third]]);
    await expectRepairs({ leased_candidate: 1 });
    expect(await store.complete([first])).toEqual([second]);
    expect(await drain()).toEqual([second, third]);
  });

  it('takes the turn of a candidate without a thread away that is leased', async () => {
    const [id = ''] = await store.enqueue([{}]);
    await store.take(1);
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at');
    await expectRepairs({ leased_candidate: 1 });
    await store.complete([id]);
    await expectCleanAudit(store);
  });

  it('gives the turn to the head where another member had it', async () => {
    const [first, second, third] = await enqueueThree();
    await store.byHand('UPDATE tasks SET ready_at = NULL WHERE id = ?', [first]);
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at WHERE id = ?', [second]);
    await store.byHand('UPDATE threads SET front_task_id = ?', [second]);
    await expectRepairs({ wrong_head: 1, wrong_front: 1 });
    expect(await drain()).toEqual([first, second, third]);
  });

  it('lets a thread end that has no members', async () => {
    await enqueueThree();
    await store.byHand('DELETE FROM tasks');
    await expectRepairs({ empty_thread: 1, wrong_counters: 1 });
    const [next] = await store.enqueue([{ thread: 'a' }]);
    expect(await drain()).toEqual([next]);
  });

  it.each([
    ['too small', 1],
    ['too large', 7],
    ['far too large', 70_000],
  ])('corrects a size that is %s', async (_, size) => {
    const [first, second, third] = await enqueueThree();
    await store.byHand('UPDATE threads SET size = ?', [size]);
    await expectRepairs({ wrong_size: 1 });
    expect(await drain()).toEqual([first, second, third]);
    await expectCleanAudit(store);
  });

  it('makes the row of a thread that has none, in the scope of its queue', async () => {
    const [first, second, third] = await enqueueThree();
    const [scoped] = await store.enqueue([{ thread: 'a' }], 'scoped');
    await store.take(1);
    await store.byHand('DELETE FROM threads');
    await expectRepairs({ missing_thread: 2 });
    expect(await store.complete([first])).toEqual([second]);
    expect(await drain()).toEqual([second, third]);
    expect(await drain('scoped')).toEqual([scoped]);
    await expectCleanAudit(store);
  });

  it('corrects counters', async () => {
    await enqueueThree();
    const [done = ''] = await store.enqueue([{ scheduledAtMs: 0 }]);
    await store.take(1);
    await store.complete([done]);
    await store.byHand(
      'UPDATE counters SET live = 90, in_progress = -2, waiting = 7, dead = 8, completed = 9',
    );
    await expectRepairs({ wrong_counters: 1 });
  });

  it('puts a head of a fair queue at the end of the line', async () => {
    const [first] = await store.enqueue([{ thread: 'a', scheduledAtMs: 1 }], 'fair');
    await store.take(1, 'fair');
    const [later] = await store.enqueue([{ scheduledAtMs: 2 }], 'fair');
    await store.byHand('DELETE FROM leases');
    await expectRepairs({ stalled_thread: 1 });
    expect(await drain('fair')).toEqual([later, first]);
  });

  it('finds damage on every page of every walk', async () => {
    const members = Array.from({ length: 1_100 }, (_, index) => ({ thread: `thread ${index}` }));
    const ids = [...(await store.enqueue(members)), ...(await store.enqueue(members.map(() => ({}))))];
    const damaged = ids.filter((_, index) => index % 500 === 499);
    await store.byHand('UPDATE tasks SET ready_at = NULL WHERE id IN (?)', [damaged]);
    const reconciliation = startReconciliation(store);
    let ticks = 0;
    for (let repaired = 0; repaired < damaged.length; ticks += 1) repaired += await reconciliation.tick();
    expect(ticks).toBeGreaterThan(2);
    expect(await reconciliation.countedKinds()).toEqual({ stalled_thread: 2, stalled_task: 2 });
    await expectCleanAudit(store);
  });

  it('goes on after a suspect that cannot be repaired', async () => {
    const [first, second, third] = await enqueueThree();
    const [lost] = await store.enqueue([{ thread: 'b', scheduledAtMs: 8 }]);
    await store.byHand('DELETE FROM threads');
    await store.byHand(`UPDATE tasks SET thread_id = 'not a' WHERE id IN (?)`, [[first, second, third]]);
    const reconciliation = startReconciliation(store);
    expect(await reconciliation.pass()).toBe(1);
    expect(await reconciliation.countedKinds()).toEqual({ missing_thread: 1 });
    expect(reconciliation.failures).toHaveLength(1);
    expect(await store.database.read((sql) => sql.rows('SELECT front_task_id FROM threads'))).toEqual([
      { front_task_id: lost },
    ]);
  });

  it('sees nothing wrong in a busy installation', async () => {
    const threads = Array.from({ length: 20 }, (_, index) => ({ thread: `busy ${index % 5}` }));
    const ended = new AbortController();
    const work = async (): Promise<void> => {
      for (let round = 0; round < rounds; round += 1) {
        await store.enqueue(threads);
        const taken = await store.take(5);
        await store.complete(taken.map(({ id }) => id));
      }
    };
    const reconciliation = startReconciliation(store);
    const watch = async (): Promise<number> => {
      let repairs = 0;
      while (!ended.signal.aborted) repairs += await reconciliation.tick();
      return repairs;
    };
    const watching = watch();
    const working = Promise.all([work(), work(), work()]).finally(() => ended.abort());
    const [repairs] = await Promise.all([watching, working]);
    expect(repairs).toBe(0);
    await expectCleanAudit(store);
  });
});

describe('A dequeue that the database refused', () => {
  const troubleOfTaking = async (): Promise<string> => {
    try {
      await store.take(10);
      return 'none';
    } catch (error) {
      return troubleOf(error);
    }
  };

  it('finds work again once the candidate behind a lease is repaired', async () => {
    const [first, second] = await enqueueThree();
    await store.take(1);
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at WHERE id = ?', [second]);
    const [free] = await store.enqueue([{}]);
    expect(await troubleOfTaking()).toBe('duplicate-key');
    expect(
      await store.transactions.run({ kind: 'other' }, (sql) => repairLeasedCandidates(sql, 'orders')),
    ).toBe(1);
    expect((await store.take(10)).map(({ id }) => id)).toEqual([free]);
    expect(await store.complete([first])).toEqual([second]);
    await expectCleanAudit(store);
  });

  it('finds work again once the second candidate of a thread is repaired', async () => {
    const [first, second] = await enqueueThree();
    await store.byHand('UPDATE tasks SET ready_at = scheduled_at WHERE id = ?', [second]);
    expect(await troubleOfTaking()).toBe('duplicate-key');
    expect(
      await store.transactions.run({ kind: 'other' }, (sql) => repairLeasedCandidates(sql, 'orders')),
    ).toBe(1);
    expect((await store.take(10)).map(({ id }) => id)).toEqual([first]);
    await expectCleanAudit(store);
  });

  it('repairs nothing where nothing is wrong, or where there is no such queue', async () => {
    await enqueueThree();
    expect(
      await store.transactions.run({ kind: 'other' }, (sql) => repairLeasedCandidates(sql, 'orders')),
    ).toBe(0);
    expect(
      await store.transactions.run({ kind: 'other' }, (sql) => repairLeasedCandidates(sql, 'nowhere')),
    ).toBe(0);
    await expectCleanAudit(store);
  });
});

describe('The repair of one thread', () => {
  it('counts what it mended, and nothing the second time', async () => {
    await enqueueThree();
    await store.take(1);
    await store.byHand('DELETE FROM leases');
    await store.byHand('UPDATE threads SET size = 8');
    const repair = () =>
      store.transactions.run({ kind: 'other' }, (sql) => repairThread(sql, threadKeyOf(0, 'a')));
    expect(await repair()).toBe(2);
    await expectCleanAudit(store);
    expect(await repair()).toBe(0);
  });

  it('leaves no row behind for a thread that does not exist', async () => {
    expect(
      await store.transactions.run({ kind: 'other' }, (sql) => repairThread(sql, threadKeyOf(0, 'nobody'))),
    ).toBe(0);
    await expectCleanAudit(store);
  });
});

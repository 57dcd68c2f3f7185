import { describe, expect, it } from '@jest/globals';
import { troubleOf } from '../../src/platform/database/database-error.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { repairLeasedCandidates, repairThread } from '../../src/store/transitions/repair-thread.js';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpReconciliation } from '../support/reconciliation-stage.js';

const { store, enqueueThree } = setUpReconciliation();

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

import { describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { startReconciliation } from '../support/reconciliation.js';
import { setUpReconciliation } from '../support/reconciliation-stage.js';

const { store, enqueueThree } = setUpReconciliation();

const rounds = 10;

describe('T9 The reconciliation', () => {
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

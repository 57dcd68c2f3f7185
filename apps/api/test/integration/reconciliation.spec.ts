import { describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpReconciliation } from '../support/reconciliation-stage.js';

const { store, enqueueThree, drain, expectRepairs } = setUpReconciliation();

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
});

import { afterEach, describe, expect, it } from '@jest/globals';
import { selectDeadById } from '../../src/store/dead-task-store.js';
import { readWholeTask } from '../../src/store/task-view-store.js';
import { selectReady } from '../../src/store/ready-store.js';
import { removeAnywhere, lockAnywhere } from '../../src/store/transitions/remove-anywhere.js';
import { QueuePausedMeanwhile, takeTasks } from '../../src/store/transitions/take-tasks.js';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpStore } from '../support/bare-store.js';
import { happeningAfter } from '../support/between-statements.js';

const store = setUpStore();

afterEach(() => expectCleanAudit(store));

const failure = { type: null, message: 'broken', stack: null, group: '0123456789abcdef', lapsed: false };

describe('A deletion', () => {
  it.each(['dead', 'completed'] as const)(
    'R8: finds a task that becomes %s between its looks at one table and the next',
    async (kind) => {
      const [id = ''] = await store.enqueue([{ thread: 'overtaken' }]);
      await store.take(1);
      const end = () => store.settle([kind === 'dead' ? { kind, id, failure } : { kind, id, result: null }]);
      let isFirstTry = true;
      const found = await store.transactions.run({ kind: 'other' }, async (sql) => {
        const watched = isFirstTry
          ? happeningAfter(sql, (statement) => statement === selectDeadById, end)
          : sql;
        isFirstTry = false;
        const removable = await lockAnywhere(watched, [id]);
        const { transition, tallies } = await removeAnywhere(sql, removable, [id]);
        const result = [removable.situation.tasks.size, removable.dead.size, removable.finished.size];
        return { result, tallies: [transition.tallies, tallies], wakeups: transition.wakeups };
      });
      expect(found).toEqual(kind === 'dead' ? [0, 1, 0] : [0, 0, 1]);
      await expectCleanAudit(store, { acceptedIds: [id], deletedIds: [id] });
    },
  );
});

describe('A reading of a task', () => {
  it('finds its payload wherever it goes between the two looks', async () => {
    const [id = ''] = await store.enqueue([{ thread: 'overtaken' }]);
    await store.take(1);
    const looksAtLive = (statement: string): boolean => statement.includes('FROM tasks t');
    const whole = await store.database.read((sql) =>
      readWholeTask(
        happeningAfter(sql, looksAtLive, () => store.settle([{ kind: 'dead', id, failure }])),
        id,
      ),
    );
    expect(whole).toMatchObject({ task: { id, state: 'DEAD' }, texts: { payload: '{"plain":true}' } });
  });
});

describe('A dequeue', () => {
  it('R14: hands out nothing when its queue is paused after it has looked for tasks', async () => {
    const [id = ''] = await store.enqueue([{ thread: 'overtaken' }]);
    const setPaused = (paused: 0 | 1) =>
      store.byHand('UPDATE queues SET paused = ? WHERE name = ?', [paused, 'orders']);
    const demand = { max: 10, workerId: 'worker-1', keepaliveTimeoutMs: null };
    const taking = store.transactions.run({ kind: 'other' }, async (sql) => {
      const watched = happeningAfter(
        sql,
        (statement) => statement === selectReady,
        () => setPaused(1),
      );
      const { shares, tallies } = await takeTasks(watched, 'orders', [demand]);
      return { result: shares, tallies: [tallies], wakeups: [] };
    });
    await expect(taking).rejects.toThrow(QueuePausedMeanwhile);
    expect(await store.take(10)).toEqual([]);
    await setPaused(0);
    const taken = await store.take(10);
    expect(taken).toMatchObject([{ id, attempt: 1 }]);
    await store.complete([id]);
  });
});

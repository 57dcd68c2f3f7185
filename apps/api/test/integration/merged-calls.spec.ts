import { afterEach, describe, expect, it } from '@jest/globals';
import { newTask, type CompleteItem, type NewTaskInput } from '@spool/contracts';
import { settle } from '../../src/leases/settle.js';
import { completeCall, failCall } from '../../src/leases/settlements.js';
import { EnqueueService } from '../../src/tasks/enqueue.service.js';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpStore } from '../support/bare-store.js';
import { aCaller, anAct } from '../support/callers.js';
import { freshName } from '../support/fresh-names.js';

const store = setUpStore();

afterEach(() => expectCleanAudit(store));

const anybody = anAct();
const stranger = anAct(aCaller(['work'], ['another-queue']));

const takeOne = async (): Promise<CompleteItem> => {
  const [taken] = await store.take(1);
  if (taken === undefined) throw new Error('Nothing could be taken.');
  return { id: taken.id, leaseToken: taken.leaseToken };
};

const failed = { error: { message: 'broken' }, retryable: true, retryAfterMs: 0 };

describe('Settling calls that come together', () => {
  it('R12: tell a caller of other queues that there is no such task, although another has just settled it', async () => {
    await store.enqueue([{ thread: freshName('thread') }]);
    const held = await takeOne();
    const [own, foreign] = [completeCall([held], anybody), completeCall([held], stranger)];
    await store.transactions.run({ kind: 'other' }, (sql) =>
      settle(sql, [...own.settlements, ...foreign.settlements]),
    );
    expect(own.results).toMatchObject([{ status: 'ok' }]);
    expect(foreign.results).toMatchObject([{ status: 'error', code: 'task_not_found' }]);
  });

  it('R12: tell each token what it has settled itself, whatever another did just before', async () => {
    await store.enqueue([{ thread: freshName('thread') }]);
    const first = await takeOne();
    await store.transactions.run({ kind: 'other' }, (sql) =>
      settle(sql, failCall([{ ...first, ...failed }], anybody).settlements),
    );
    const second = await takeOne();
    expect(second.id).toBe(first.id);
    const never = { ...first, leaseToken: '9007199254740993' };
    const call = completeCall([second, first, second, never], anybody);
    await store.transactions.run({ kind: 'other' }, (sql) => settle(sql, call.settlements));
    expect(call.results).toMatchObject([
      { status: 'ok' },
      { code: 'already_settled', outcome: 'retrying' },
      { code: 'already_settled', outcome: 'completed' },
      { code: 'lease_lost' },
    ]);
  });
});

describe('Enqueues that come together', () => {
  const enqueueTogether = async (queue: string, given: Partial<NewTaskInput>, count: number) => {
    const service = new EnqueueService(store.transactions);
    const tasks = [newTask.parse({ payload: null, ...given })];
    return (
      await Promise.all(Array.from({ length: count }, () => service.enqueue(queue, tasks, anAct())))
    ).flat();
  };

  it('are one task under one dedupKey, and each caller but the first is told so', async () => {
    const answers = await enqueueTogether('orders', { dedupKey: 'a' }, 10);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(answers.filter(({ deduplicated }) => deduplicated === true)).toHaveLength(9);
    await store.complete([(await takeOne()).id]);
  });

  it('are as many tasks as requests where the queue has no window', async () => {
    const queue = freshName('queue');
    await store.addQueue(queue, { dedupWindowMs: 0 });
    const answers = await enqueueTogether(queue, { dedupKey: 'a' }, 10);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(10);
  });
});

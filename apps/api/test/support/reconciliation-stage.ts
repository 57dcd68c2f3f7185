import { beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { expectCleanAudit } from './auditor.js';
import { setUpStore } from './bare-store.js';
import { startReconciliation } from './reconciliation.js';

/** One store whose rows the tests of a file damage, empty before each but for the queues `orders`, `fair` and `scoped`. */
export const setUpReconciliation = () => {
  jest.setTimeout(60_000);
  const store = setUpStore();
  beforeAll(async () => {
    await store.addQueue('fair', { ordering: 'fair' });
    await store.addQueue('scoped', { threadScope: 'queue' });
  });
  beforeEach(() => store.empty());

  /** Enqueues three members of thread `a`, due one after the other. */
  const enqueueThree = async (): Promise<[string, string, string]> => {
    const [first = '', second = '', third = ''] = await store.enqueue(
      [1, 2, 3].map((scheduledAtMs) => ({ thread: 'a', scheduledAtMs })),
    );
    return [first, second, third];
  };

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

  return { store, enqueueThree, drain, expectRepairs };
};

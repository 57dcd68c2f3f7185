import { beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { expectCleanAudit } from './auditor.js';
import { setUpStore, type BareStore } from './bare-store.js';
import { startReconciliation } from './reconciliation.js';

/** Rows that a test damages by hand, and what can be seen of their repair. */
class ReconciliationStage {
  constructor(readonly store: BareStore) {}

  /** Enqueues three members of thread `a`, due one after the other. */
  readonly enqueueThree = async (): Promise<[string, string, string]> => {
    const [first = '', second = '', third = ''] = await this.store.enqueue(
      [1, 2, 3].map((scheduledAtMs) => ({ thread: 'a', scheduledAtMs })),
    );
    return [first, second, third];
  };

  /** Runs what can be dequeued until nothing can; answers the ids in the order in which they ran. */
  readonly drain = async (queueName = 'orders'): Promise<string[]> => {
    const ran: string[] = [];
    for (;;) {
      const taken = (await this.store.take(1, queueName)).map(({ id }) => id);
      if (taken.length === 0) return ran;
      await this.store.complete(taken);
      ran.push(...taken);
    }
  };

  /** A pass that repairs exactly this, after which nothing is wrong and a second pass has nothing to do. */
  readonly expectRepairs = async (kinds: Record<string, number>): Promise<void> => {
    const reconciliation = startReconciliation(this.store);
    const repairs = await reconciliation.pass();
    expect(await reconciliation.countedKinds()).toEqual(kinds);
    expect(repairs).toBe(Object.values(kinds).reduce((sum, count) => sum + count, 0));
    expect(reconciliation.warnings).toEqual(kinds);
    await expectCleanAudit(this.store);
    expect(await reconciliation.pass()).toBe(0);
  };
}

/** One store for all tests of a file, empty before each but for its queues: `orders`, `fair` and `scoped`. */
export const setUpReconciliation = (): ReconciliationStage => {
  jest.setTimeout(60_000);
  const store = setUpStore();
  beforeAll(async () => {
    await store.addQueue('fair', { ordering: 'fair' });
    await store.addQueue('scoped', { threadScope: 'queue' });
  });
  beforeEach(() => store.empty());
  return new ReconciliationStage(store);
};

import type { TransactionPurpose } from '../../src/platform/database/transaction-purpose.js';
import type { Sql } from '../../src/platform/database/sql.js';
import { CounterSlots } from '../../src/store/counter-store.js';
import { Doorbell } from '../../src/store/doorbell.js';
import { TaskTransactions, type TaskChanges } from '../../src/store/task-transactions.js';
import { TrafficLog } from '../../src/store/traffic-log.js';
import type { TestSpool } from './spool.js';

/** Transactions of a service that stand still before their commit, with every lock that they took, until they are thawed. */
export class FrozenTransactions extends TaskTransactions {
  private readonly stillness: Promise<void>;
  private readonly warmth: Promise<void>;
  private noteStillness: () => void = () => undefined;
  private noteWarmth: () => void = () => undefined;

  /** Over the replica's own connections; hand them to a service of its own. */
  constructor(spool: TestSpool) {
    const { app } = spool.application;
    super(spool.database, new CounterSlots(Math.random()), app.get(Doorbell), app.get(TrafficLog));
    this.stillness = new Promise((resolve) => (this.noteStillness = resolve));
    this.warmth = new Promise((resolve) => (this.noteWarmth = resolve));
  }

  override run<Result>(
    purpose: TransactionPurpose,
    work: (sql: Sql) => Promise<TaskChanges<Result>>,
  ): Promise<Result> {
    return super.run(purpose, async (sql) => {
      const changes = await work(sql);
      this.noteStillness();
      await this.warmth;
      return changes;
    });
  }

  /** Waits until a transaction has done its work and stands still. */
  untilFrozen(): Promise<void> {
    return this.stillness;
  }

  /** Lets them commit. */
  thaw(): void {
    this.noteWarmth();
  }
}

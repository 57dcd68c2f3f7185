import type { Database } from '../platform/database/database.js';
import type { TransactionPurpose } from '../platform/database/transaction-purpose.js';
import type { Sql } from '../platform/database/sql.js';
import { addToCounters, TallyChanges, type CounterSlots } from './counter-store.js';
import type { Doorbell } from './doorbell.js';
import { addToOperationCounts } from './operation-count-store.js';
import type { TrafficLog } from './traffic-log.js';
import type { Wakeup } from './transitions/wakeup.js';

/** What a transaction on tasks leaves to be done: counters within it, wakeups after it. */
export interface TaskChanges<Result> {
  readonly result: Result;
  readonly tallies: readonly TallyChanges[];
  readonly wakeups: readonly Wakeup[];
}

/** Runs every transaction that changes tasks: it counts what they did, rings once they are committed, and notes it. */
export class TaskTransactions {
  constructor(
    private readonly database: Database,
    private readonly slots: CounterSlots,
    private readonly doorbell: Doorbell,
    private readonly traffic: TrafficLog,
  ) {}

  /** Runs `work` in a transaction, again if the database asks for it; see {@link Database.write}. */
  async run<Result>(
    purpose: TransactionPurpose,
    work: (sql: Sql) => Promise<TaskChanges<Result>>,
  ): Promise<Result> {
    const {
      result,
      tallies: committed,
      wakeups,
    } = await this.slots.withSlot((slot) =>
      this.database.write(async (sql) => {
        const changes = await work(sql);
        const sum = TallyChanges.sum(changes.tallies);
        addToCounters(sql, slot, sum);
        addToOperationCounts(sql, slot, sum.operations);
        return changes;
      }, purpose),
    );
    this.doorbell.ring(wakeups);
    for (const { traffic, steps } of committed) {
      this.traffic.note(traffic);
      if (steps.length > 0) this.database.tracing.tellSteps(steps);
    }
    return result;
  }
}

import './patience.js';
import { afterAll, beforeAll } from '@jest/globals';
import { queueConfiguration } from '@spool/contracts';
import type { DataSource } from 'typeorm';
import { systemCaller } from '../../src/platform/caller.js';
import { connectDataSource } from '../../src/platform/database/data-source.js';
import { Database } from '../../src/platform/database/database.js';
import { prepareDatabase } from '../../src/platform/database/prepare-database.js';
import { CounterSlots } from '../../src/store/counter-store.js';
import { Doorbell } from '../../src/store/doorbell.js';
import {
  createQueue,
  lockQueueShared,
  threadScopeOf,
  type QueueRecord,
} from '../../src/store/queue-store.js';
import { insertTaskRows } from '../../src/store/task-insert.js';
import { TaskTransactions } from '../../src/store/task-transactions.js';
import { TrafficLog } from '../../src/store/traffic-log.js';
import { threadKeyOf } from '../../src/store/thread-key.js';
import { admitTasks, type Newcomer } from '../../src/store/transitions/admit-tasks.js';
import { changeTasks } from '../../src/store/transitions/change-tasks.js';
import type { Outcome } from '../../src/store/transitions/outcome.js';
import { loadSituation } from '../../src/store/transitions/situation.js';
import { takeTasks, type TakenTask } from '../../src/store/transitions/take-tasks.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** A task that a test puts into a queue. */
export interface PlainTask {
  readonly thread?: string;
  readonly scheduledAtMs?: number;
  readonly maxAttempts?: number;
}

/** What there is of the store while it is open. */
interface OpenParts {
  readonly testDatabase: TestDatabase;
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly transactions: TaskTransactions;
}

/** The tables and the transitions over them, without HTTP: for tests that damage rows by hand. */
export class BareStore {
  private parts: OpenParts | undefined;

  private get open(): OpenParts {
    if (this.parts === undefined) throw new Error('The store is there once the tests run.');
    return this.parts;
  }

  get database(): Database {
    return this.open.database;
  }

  get transactions(): TaskTransactions {
    return this.open.transactions;
  }

  get databaseUrl(): string {
    return this.open.testDatabase.url;
  }

  /** Migrates a fresh database, in which there is the queue `orders`, and connects to it. */
  async start(): Promise<void> {
    const testDatabase = await createTestDatabase();
    const { url } = testDatabase;
    await prepareDatabase({
      server: { url },
      waitMs: 0,
      afterMigrations: (database) => database.write((sql) => createQueue(sql, 'orders', configuration())),
    });
    const dataSource = await connectDataSource({ url, poolSize: 4 });
    const database = new Database(dataSource);
    const transactions = new TaskTransactions(
      database,
      new CounterSlots(0),
      new Doorbell(),
      new TrafficLog(database),
    );
    this.parts = { testDatabase, dataSource, database, transactions };
  }

  /** Adds a queue beside `orders`, which is there from the start. */
  async addQueue(name: string, settings: Parameters<typeof configuration>[0] = {}): Promise<void> {
    await this.database.write((sql) => createQueue(sql, name, configuration(settings)));
  }

  /** Takes every task and thread away, but no queue. */
  async empty(): Promise<void> {
    await this.database.write(async (sql) => {
      for (const table of emptiedTables) await sql.change(`DELETE FROM ${table}`);
    });
  }

  /** Enqueues tasks in order; answers their ids. */
  async enqueue(tasks: readonly PlainTask[], queueName = 'orders'): Promise<string[]> {
    return await this.transactions.run({ kind: 'other' }, async (sql) => {
      const queue = await lockQueueShared(sql, queueName);
      if (queue === null) throw new Error(`There is no queue ${queueName}.`);
      const newcomers = tasks.map((task) => newcomerOf(queue, task));
      const { ids, tallies, wakeups } = await admitTasks(sql, newcomers, (admissions) =>
        insertTaskRows(
          sql,
          admissions.map((admission, index) => ({
            ...plainRow(queue, tasks[index] ?? {}, newcomers[index]?.thread?.key ?? null),
            ...admission,
          })),
        ),
      );
      return { result: [...ids], tallies: [tallies], wakeups };
    });
  }

  /** Dequeues up to so many tasks. */
  async take(max: number, queueName = 'orders'): Promise<readonly TakenTask[]> {
    return await this.transactions.run({ kind: 'other' }, async (sql) => {
      const { shares, tallies } = await takeTasks(sql, queueName, [
        { max, workerId: 'worker-1', keepaliveTimeoutMs: null },
      ]);
      return { result: shares[0] ?? [], tallies: [tallies], wakeups: [] };
    });
  }

  /** Applies outcomes to live tasks; names each task's promoted head. */
  async settle(outcomes: readonly Outcome[]): Promise<(string | undefined)[]> {
    return await this.transactions.run({ kind: 'other' }, async (sql) => {
      const ids = outcomes.map(({ id }) => id);
      const situation = await loadSituation(sql, ids, { areHeld: true });
      const transition = await changeTasks(sql, situation, outcomes);
      const result = outcomes.map(({ id }) => {
        const task = situation.tasks.get(id);
        return task === undefined ? undefined : transition.promotedBy(task, systemCaller).promoted;
      });
      return { result, tallies: [transition.tallies], wakeups: transition.wakeups };
    });
  }

  /** Completes tasks; names the promoted heads. */
  complete(ids: readonly string[]): Promise<(string | undefined)[]> {
    return this.settle(ids.map((id): Outcome => ({ kind: 'completed', id, result: null })));
  }

  /** Changes rows by hand, past every rule; tells how many. */
  async byHand(statement: string, parameters: readonly unknown[] = []): Promise<number> {
    return await this.database.write(async (sql) => (await sql.change(statement, parameters)).affectedRows);
  }

  /** Disconnects, and drops the database. */
  async close(): Promise<void> {
    await this.parts?.dataSource.destroy();
    await this.parts?.testDatabase.drop();
  }
}

/** One store for all tests of a file; it is there once they run. */
export const setUpStore = (): BareStore => {
  const store = new BareStore();
  beforeAll(() => store.start());
  afterAll(() => store.close());
  return store;
};

const emptiedTables = [
  'threads',
  'tasks',
  'leases',
  'dead_tasks',
  'finished_tasks',
  'failed_attempts',
  'counters',
  'operations',
  'operation_tasks',
  'operation_counts',
  'error_groups',
  'error_group_threads',
  'error_group_hours',
  'error_group_changes',
];

const configuration = (settings: Parameters<typeof queueConfiguration.parse>[0] = {}) =>
  queueConfiguration.parse(settings);

const newcomerOf = (queue: QueueRecord, { thread, scheduledAtMs }: PlainTask): Newcomer => {
  const scopeQueueId = threadScopeOf(queue);
  return {
    queueId: queue.id,
    ordering: queue.configuration.ordering,
    thread:
      thread === undefined
        ? null
        : { key: threadKeyOf(scopeQueueId, thread), threadId: thread, scopeQueueId },
    kind: 'arrival',
    requestedAtMs: scheduledAtMs ?? null,
    delayMs: null,
  };
};

const plainRow = (queue: QueueRecord, task: PlainTask, threadKey: string | null) => ({
  queueId: queue.id,
  threadKey,
  threadId: task.thread ?? null,
  type: null,
  attempt: 0,
  maxAttempts: task.maxAttempts ?? 5,
  backoff: null,
  payload: '{"plain":true}',
  payloadBytes: 14,
  traceparent: null,
  restartedFrom: null,
  deadLetter: null,
});

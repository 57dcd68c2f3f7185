import { setImmediate as turn } from 'node:timers/promises';
import { queueConfiguration } from '@spool/contracts';
import { connectDataSource } from '@spool/api/platform/database/data-source.js';
import { Database } from '@spool/api/platform/database/database.js';
import { prepareDatabase } from '@spool/api/platform/database/prepare-database.js';
import { CounterSlots } from '@spool/api/store/counter-store.js';
import { Doorbell } from '@spool/api/store/doorbell.js';
import { createQueue, findQueue, type QueueRecord } from '@spool/api/store/queue-store.js';
import { insertTaskRows } from '@spool/api/store/task-insert.js';
import { TaskTransactions } from '@spool/api/store/task-transactions.js';
import { TrafficLog } from '@spool/api/store/traffic-log.js';
import { threadKeyOf } from '@spool/api/store/thread-key.js';
import { admitTasks, type Admission, type Newcomer } from '@spool/api/store/transitions/admit-tasks.js';
import { changeTasks } from '@spool/api/store/transitions/change-tasks.js';
import { loadSituation } from '@spool/api/store/transitions/situation.js';
import { takeFrom } from '@spool/api/store/transitions/take-tasks.js';
import { readTask, type BenchTask } from '../task.js';
import { sendInLanes } from './lanes.js';
import type { Consumer, Load, Side } from './side.js';

const queueName = 'bench';
const poolSize = 10;
const emptyTurnMs = 2;

/** The floor under Spool: the statements of its store, in the same order, without HTTP and without a second process. */
export class PlainSqlSide implements Side {
  readonly keepsOrder = true;

  private constructor(
    private readonly transactions: TaskTransactions,
    private readonly queue: QueueRecord,
    readonly close: () => Promise<void>,
  ) {}

  /** Migrates an empty database and makes the queue. */
  static async open(databaseUrl: string): Promise<PlainSqlSide> {
    await prepareDatabase({ server: { url: databaseUrl }, waitMs: 0, afterMigrations: async () => {} });
    const dataSource = await connectDataSource({ url: databaseUrl, poolSize });
    const database = new Database(dataSource);
    await database.write((sql) => createQueue(sql, queueName, queueConfiguration.parse({})));
    const queue = await database.read((sql) => findQueue(sql, queueName));
    if (queue === null) throw new Error('The queue was just made.');
    const transactions = new TaskTransactions(
      database,
      new CounterSlots(0),
      new Doorbell(),
      new TrafficLog(database),
    );
    return new PlainSqlSide(transactions, queue, () => dataSource.destroy());
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, (batch) => this.insert(batch));
  }

  async drain(consumer: Consumer): Promise<void> {
    const workers = Array.from({ length: consumer.load.inFlight }, (_, index) => `worker-${index}`);
    await Promise.all(workers.map((workerId) => this.work(workerId, consumer)));
  }

  private insert(batch: readonly BenchTask[]): Promise<void> {
    const newcomers = batch.map((task) => newcomerOf(task, this.queue));
    return this.transactions.run({ kind: 'enqueue' }, async (sql) => {
      const { tallies, wakeups } = await admitTasks(sql, newcomers, (admissions) => {
        const rows = batch.flatMap((task, index) => {
          const [newcomer, admission] = [newcomers[index], admissions[index]];
          return newcomer === undefined || admission === undefined
            ? []
            : [rowOf(task, this.queue, newcomer, admission)];
        });
        return insertTaskRows(sql, rows);
      });
      return { result: undefined, tallies: [tallies], wakeups };
    });
  }

  private async work(workerId: string, { load, finished, begin, end }: Consumer): Promise<void> {
    let completed: string[] = [];
    while (!finished.aborted || completed.length > 0) {
      const taken = await this.exchange(completed, workerId, finished.aborted ? 0 : load.batchSize);
      const begun = taken.map(({ id, payload }) => ({ id, task: readTask(JSON.parse(payload)) }));
      for (const { task } of begun) begin(task);
      await turn();
      for (const { task } of begun) end(task, 'completed');
      completed = begun.map(({ id }) => id);
      if (begun.length === 0) await new Promise((resolve) => setTimeout(resolve, emptyTurnMs));
    }
  }

  /** Completes and takes in one transaction, as `exchange` does. */
  private exchange(completed: readonly string[], workerId: string, max: number) {
    return this.transactions.run({ kind: 'exchange' }, async (sql) => {
      const situation = await loadSituation(sql, completed, { areHeld: true });
      const outcomes = completed.map((id) => ({ kind: 'completed', id, result: null }) as const);
      const settled = await changeTasks(sql, situation, outcomes);
      const demands = max === 0 ? [] : [{ max, workerId, keepaliveTimeoutMs: null }];
      const { shares, tallies } = await takeFrom(sql, this.queue, demands);
      return { result: shares.flat(), tallies: [settled.tallies, tallies], wakeups: settled.wakeups };
    });
  }
}

const newcomerOf = ({ threadId }: BenchTask, queue: QueueRecord): Newcomer => ({
  queueId: queue.id,
  ordering: queue.configuration.ordering,
  thread: threadId === null ? null : { key: threadKeyOf(0, threadId), threadId, scopeQueueId: 0 },
  kind: 'arrival',
  requestedAtMs: null,
  delayMs: null,
});

const rowOf = (task: BenchTask, queue: QueueRecord, { thread }: Newcomer, admission: Admission) => {
  const payload = JSON.stringify(task);
  return {
    ...admission,
    queueId: queue.id,
    threadKey: thread?.key ?? null,
    threadId: task.threadId,
    type: null,
    attempt: 0,
    maxAttempts: queue.configuration.maxAttempts,
    backoff: null,
    payload,
    payloadBytes: Buffer.byteLength(payload),
    traceparent: null,
    restartedFrom: null,
    deadLetter: null,
  };
};

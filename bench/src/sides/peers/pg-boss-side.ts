import { setImmediate as turn } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { readTask, type BenchTask } from '../../task.js';
import { sendInLanes } from '../lanes.js';
import type { Consumer, Load, Side } from '../side.js';

const keyed = 'keyed';
const free = 'free';
const emptyTurnMs = 2;

/**
 * pg-boss on PostgreSQL: a strict FIFO queue whose key is the thread, and a standard queue for free tasks. Inserted,
 * fetched and completed in batches, which is faster than its polling worker.
 */
export class PgBossSide implements Side {
  /** Jobs of one insert have one creation time: within it their order is open. */
  readonly keepsOrder = false;

  private constructor(private readonly boss: PgBoss) {}

  /** Installs pg-boss into an empty database and makes the queues. */
  static async open(databaseUrl: string): Promise<PgBossSide> {
    const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false });
    await boss.start();
    await boss.createQueue(keyed, { policy: 'key_strict_fifo' });
    await boss.createQueue(free);
    return new PgBossSide(boss);
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, async (batch) => {
      const threaded = batch.flatMap((task) =>
        task.threadId === null ? [] : [{ data: task, singletonKey: task.threadId }],
      );
      const others = batch.filter(({ threadId }) => threadId === null).map((task) => ({ data: task }));
      if (threaded.length > 0) await this.boss.insert(keyed, threaded);
      if (others.length > 0) await this.boss.insert(free, others);
    });
  }

  async drain(consumer: Consumer): Promise<void> {
    const lanes = Array.from({ length: consumer.load.inFlight }, () => this.work(consumer));
    await Promise.all(lanes);
  }

  private async work({ load, finished, begin, end }: Consumer): Promise<void> {
    let queues = [keyed, free];
    while (!finished.aborted) {
      const [queue = keyed, other = free] = queues;
      const jobs = await this.boss.fetch<BenchTask>(queue, { batchSize: load.batchSize });
      if (jobs.length === 0) {
        queues = [other, queue];
        await new Promise((resolve) => setTimeout(resolve, emptyTurnMs));
        continue;
      }
      const tasks = jobs.map(({ data }) => readTask(data));
      for (const task of tasks) begin(task);
      await turn();
      for (const task of tasks) end(task, 'completed');
      await this.boss.complete(
        queue,
        jobs.map(({ id }) => id),
      );
    }
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { readTask, type BenchTask } from '../../task.js';
import { concurrencyOf, untilAborted } from '../consuming.js';
import { sendInLanes } from '../lanes.js';
import type { Consumer, Load, Side } from '../side.js';

const queueName = 'bench';

/** BullMQ on Redis: jobs without groups, added in bulk, its own worker. */
export class BullmqSide implements Side {
  readonly keepsOrder = false;
  private readonly connection: Redis;
  private readonly queue: Queue;

  constructor(redisUrl: string) {
    this.connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
    this.queue = new Queue(queueName, { connection: this.connection });
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, async (batch) => {
      await this.queue.addBulk(batch.map((task) => ({ name: 'task', data: task })));
    });
  }

  async drain(consumer: Consumer): Promise<void> {
    const handle = async ({ data }: { data: unknown }): Promise<void> => {
      const task = readTask(data);
      const outcome = consumer.begin(task);
      await turn();
      consumer.end(task, outcome);
    };
    const worker = new Worker(queueName, handle, {
      connection: this.connection,
      concurrency: concurrencyOf(consumer.load),
    });
    await untilAborted(consumer.finished);
    await worker.close();
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.connection.disconnect();
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import { Queue, Worker } from 'groupmq';
import { Redis } from 'ioredis';
import { readTask, type BenchTask } from '../../task.js';
import { concurrencyOf, untilAborted } from '../consuming.js';
import { sendInLanes } from '../lanes.js';
import type { Consumer, Load, Side } from '../side.js';

/** groupmq on Redis: a group a thread, its own batching of adds, its own worker. */
export class GroupmqSide implements Side {
  readonly keepsOrder = true;
  private readonly redis: Redis;
  private readonly queue: Queue<BenchTask>;

  constructor(redisUrl: string) {
    this.redis = new Redis(redisUrl, { maxRetriesPerRequest: null });
    const batching = { size: 100, maxWaitMs: 2 };
    this.queue = new Queue({ redis: this.redis, namespace: 'bench', autoBatch: batching });
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, async (batch) => {
      await Promise.all(
        batch.map((task) =>
          this.queue.add({
            groupId: task.threadId ?? `free-${task.number}`,
            data: task,
            orderMs: task.number,
          }),
        ),
      );
    });
  }

  async drain(consumer: Consumer): Promise<void> {
    const worker = new Worker<BenchTask>({
      queue: this.queue,
      concurrency: concurrencyOf(consumer.load),
      handler: async ({ data }) => {
        const task = readTask(data);
        const outcome = consumer.begin(task);
        await turn();
        consumer.end(task, outcome);
      },
    });
    const running = worker.run();
    await untilAborted(consumer.finished);
    await worker.close();
    await running;
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }
}

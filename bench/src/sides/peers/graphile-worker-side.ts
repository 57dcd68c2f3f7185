import { setImmediate as turn } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run, type WorkerUtils } from 'graphile-worker';
import { readTask, type BenchTask } from '../../task.js';
import { concurrencyOf, untilAborted } from '../consuming.js';
import { sendInLanes } from '../lanes.js';
import type { Consumer, Load, Side } from '../side.js';

const identifier = 'task';
const poolSize = 10;
const pollIntervalMs = 50;
const silent = new Logger(() => () => {});

/** graphile-worker on PostgreSQL: a queue name a thread, added in bulk, its own worker. */
export class GraphileWorkerSide implements Side {
  /** Jobs of one call have one creation time, but ids that rise. */
  readonly keepsOrder = true;

  private constructor(
    private readonly databaseUrl: string,
    private readonly utilities: WorkerUtils,
  ) {}

  /** Installs graphile-worker into an empty database. */
  static async open(databaseUrl: string): Promise<GraphileWorkerSide> {
    const utilities = await makeWorkerUtils({ connectionString: databaseUrl, logger: silent });
    await utilities.migrate();
    return new GraphileWorkerSide(databaseUrl, utilities);
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, async (batch) => {
      await this.utilities.addJobs(
        batch.map((task) => ({
          identifier,
          payload: task,
          ...(task.threadId === null ? {} : { queueName: task.threadId }),
        })),
      );
    });
  }

  async drain(consumer: Consumer): Promise<void> {
    const handle = async (payload: unknown): Promise<void> => {
      const task = readTask(payload);
      const outcome = consumer.begin(task);
      await turn();
      consumer.end(task, outcome);
    };
    const runner = await run({
      connectionString: this.databaseUrl,
      taskList: { [identifier]: handle },
      concurrency: Math.min(concurrencyOf(consumer.load), poolSize),
      maxPoolSize: poolSize,
      pollInterval: pollIntervalMs,
      noHandleSignals: true,
      logger: silent,
    });
    await untilAborted(consumer.finished);
    await runner.stop();
  }

  async close(): Promise<void> {
    await this.utilities.release();
  }
}

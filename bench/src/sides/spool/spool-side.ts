import { SpoolClient } from '@spool/client';
import type { BenchTask } from '../../task.js';
import { sendInLanes } from '../lanes.js';
import type { Consumer, Load, Side } from '../side.js';
import { startApi, type ApiProcess } from './api-process.js';
import { workOff } from './work-off.js';

const queue = 'bench';
const retryAfterMs = 100;
const idsInOneList = 200;

/** Where a Spool keeps its tasks, and the first credentials. */
export interface SpoolPlace {
  readonly databaseUrl: string;
  readonly dataDirectory: string;
}

/** Spool as its users run it: a process of its own over HTTP, through the client and its worker. */
export class SpoolSide implements Side {
  readonly keepsOrder = true;
  private readonly replicas: ApiProcess[];

  private constructor(
    readonly place: SpoolPlace,
    readonly api: ApiProcess,
    readonly client: SpoolClient,
  ) {
    this.replicas = [api];
  }

  /** Starts the API on an empty database and makes the queue, configured as queues are by default. */
  static async open(place: SpoolPlace): Promise<SpoolSide> {
    const api = await startApi(place.databaseUrl, place.dataDirectory);
    const client = new SpoolClient({ url: api.url, apiKey: api.apiKey });
    await client.queues.put(queue, { backoff: { type: 'fixed', initialMs: retryAfterMs } });
    return new SpoolSide(place, api, client);
  }

  /** A client of a further replica on the same database. */
  async openReplica(): Promise<SpoolClient> {
    const replica = await startApi(this.place.databaseUrl, this.place.dataDirectory);
    this.replicas.push(replica);
    return new SpoolClient({ url: replica.url, apiKey: replica.apiKey });
  }

  async enqueue(tasks: readonly BenchTask[], load: Load): Promise<void> {
    await sendInLanes(tasks, load, async (batch) => {
      const [only] = batch;
      if (batch.length === 1 && only !== undefined) await this.client.tasks.enqueue(queue, taskInput(only));
      else await this.client.tasks.enqueueBatch(queue, batch.map(taskInput));
    });
  }

  drain(consumer: Consumer): Promise<void> {
    return workOff(this.client, queue, consumer);
  }

  /** One task, from when somebody began to wait for it: resolves with the time at which the worker had it. */
  async awaitOne(client: SpoolClient): Promise<{ atMs: number; complete: () => Promise<unknown> }> {
    const request = { workerId: 'idle-worker', max: 1, waitMs: 20_000 };
    const { tasks } = await client.tasks.dequeue(queue, request);
    const atMs = performance.now();
    const [task] = tasks;
    if (task === undefined) throw new Error('Nothing came for the worker that waited.');
    return {
      atMs,
      complete: () => client.tasks.complete(task.id, { leaseToken: task.leaseToken }),
    };
  }

  /** Restarts everything in the DLQ, page by page; how many were restarted. */
  async restartDead(): Promise<number> {
    let restarted = 0;
    for (;;) {
      const { items } = await this.client.deadTasks.list({ queue, limit: idsInOneList });
      if (items.length === 0) return restarted;
      const { results } = await this.client.deadTasks.restart({ ids: items.map(({ id }) => id) });
      const refused = results.find(({ status }) => status === 'error');
      if (refused !== undefined) throw new Error(`A dead task was not restarted: ${JSON.stringify(refused)}`);
      restarted += results.length;
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map((replica) => replica.stop()));
  }
}

const taskInput = (task: BenchTask) => ({
  payload: task,
  ...(task.threadId === null ? {} : { threadId: task.threadId }),
});

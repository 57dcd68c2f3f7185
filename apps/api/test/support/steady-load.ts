import { setTimeout as pause } from 'node:timers/promises';
import { SpoolClient, Worker, type WorkerTask } from '@spool/client';
import { eventually } from './eventually.js';
import { SingleFileLedger } from './single-file-ledger.js';

/** Where the load goes. */
export interface LoadTarget {
  readonly url: string;
  readonly apiKey: string;
  readonly queue: string;
}

const producers = 4;
const workers = 2;
const concurrency = 8;
const mostUnfinished = 60;
const restMs = 10;
const step = 10;

/** Producers who never repeat a request and workers, until they are told to finish. */
export class SteadyLoad {
  readonly ledger = new SingleFileLedger();
  /** Every answer of 500 and above, and every call without an answer. */
  readonly failures: string[] = [];
  readonly lostLeases: string[] = [];
  readonly queue: string;
  private readonly workers: readonly Worker[];
  private readonly producing: readonly Promise<void>[];
  private isFinishing = false;

  private constructor({ url, apiKey, queue }: LoadTarget) {
    this.queue = queue;
    const client = new SpoolClient({ url, apiKey, fetch: this.fetch, retry: false });
    this.producing = Array.from({ length: producers }, (_, number) => this.produce(client, queue, number));
    this.workers = Array.from({ length: workers }, () => {
      const worker = new Worker({ client, queue, concurrency, handlers: this.handle });
      worker.on('error', () => undefined);
      worker.on('leaseLost', ({ task, loss }) => this.lostLeases.push(`${task.id}: ${loss}`));
      worker.start();
      return worker;
    });
  }

  static start(target: LoadTarget): SteadyLoad {
    return new SteadyLoad(target);
  }

  /** Waits until so many more tasks were acknowledged and hardly any of them is left. */
  async untilMore(count: number): Promise<void> {
    const { acknowledgedIds } = this.ledger;
    const goal = acknowledgedIds.size + count;
    // Step by step: patience is for one that makes no progress, not for a slow machine.
    for (let next = acknowledgedIds.size + step; next < goal + step; next += step)
      await eventually(`${next} acknowledged tasks`, () =>
        acknowledgedIds.size >= Math.min(next, goal) ? true : null,
      );
    await eventually('most of them to run', () => (this.ledger.unfinished < mostUnfinished ? true : null));
  }

  /** Ends the producers, lets the workers finish what there is, and ends them. */
  async finish(): Promise<void> {
    this.isFinishing = true;
    await Promise.all(this.producing);
    await eventually('the last tasks', () => (this.ledger.unfinished === 0 ? true : null));
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  private readonly fetch: typeof fetch = async (input, init) => {
    try {
      const response = await fetch(input, init);
      if (response.status >= 500)
        this.failures.push(`${response.status}, Retry-After: ${response.headers.get('retry-after')}`);
      return response;
    } catch (error) {
      if (init?.signal?.aborted !== true) this.failures.push('no answer');
      throw error;
    }
  };

  private async produce(client: SpoolClient, queue: string, number: number): Promise<void> {
    for (let count = 0; !this.isFinishing; count += 1) {
      if (this.ledger.unfinished >= mostUnfinished) {
        await pause(restMs);
        continue;
      }
      const threadId = count % 4 === 0 ? null : `thread-${number}-${count % 4}`;
      // What was refused was counted as a failure, and is not repeated.
      const task = await client.tasks.enqueue(queue, { threadId, payload: count }).catch(() => null);
      if (task === null) await pause(restMs);
      else this.ledger.noteAcknowledged(task.id);
    }
  }

  private readonly handle = async (task: WorkerTask): Promise<void> => {
    this.ledger.noteBegin(task);
    await pause(1);
    this.ledger.noteEnd(task);
  };
}

import { afterEach } from '@jest/globals';
import { SpoolClient, Worker, type Handlers, type WorkerBehaviour } from '@spool/client';
import { expectCleanAudit } from './auditor.js';
import { setUpSpool } from './spool-stage.js';
import type { TestSpool } from './spool.js';
import { TaskCalls } from './task-calls.js';
import { recordOf, type WorkerRecord } from './worker-record.js';

/** One installation on which workers of a file are tried. */
export interface WorkerStage {
  readonly spool: TestSpool;
  readonly here: TaskCalls;
  /** A client of the installation, as workers have it. */
  readonly makeClient: () => SpoolClient;
  /** Starts a worker, with a client of its own unless one is given, and writes down what it tells. */
  readonly startWorker: (
    queue: string,
    handlers: Handlers,
    more?: Partial<WorkerBehaviour> & { readonly client?: SpoolClient },
  ) => { readonly worker: Worker; readonly record: WorkerRecord };
}

/** Sets up the stage of a file's tests. After each the workers are stopped, and every row is looked at. */
export const setUpWorkers = (): WorkerStage => {
  const spool = setUpSpool();
  const workers: Worker[] = [];
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop({ graceMs: 0 })));
    await expectCleanAudit(spool);
  });
  const makeClient = (): SpoolClient => new SpoolClient({ url: spool.url, apiKey: spool.apiKey });
  return {
    spool,
    here: new TaskCalls(spool.call),
    makeClient,
    startWorker: (queue, handlers, { client = makeClient(), ...more } = {}) => {
      const worker = new Worker({ client, queue, handlers, ...more });
      workers.push(worker);
      const record = recordOf(worker);
      worker.start();
      return { worker, record };
    },
  };
};

import '../support/patience.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SpoolClient, Worker } from '@spool/client';
import { generateApiKey, writeApiKey } from '../../src/platform/auth/api-key-format.js';
import { callerOf, type Call } from '@spool/test-bed/caller.js';
import { eventually } from '../support/eventually.js';
import { findFreePort, startReplica, type Replica } from '@spool/test-bed/replica.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { recordOf, untilSettled } from '../support/worker-record.js';

const apiKey = writeApiKey(generateApiKey());
const queue = 'outages';
let database: TestDatabase;
let dataDirectory: string;
let port: number;
let url: string;
let call: Call;
let replica: Replica;

const start = (): Promise<Replica> =>
  startReplica({
    databaseUrl: database.url,
    dataDirectory,
    apiKey,
    environment: { SPOOL_API_KEY: apiKey, PORT: String(port) },
  });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'spool-outage-'));
  port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  call = callerOf(url, apiKey);
  replica = await start();
});
afterAll(async () => {
  await replica.stop();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

describe('A worker whose Spool goes away', () => {
  it('goes on when it is back, and tells then what it finished meanwhile: nothing runs twice', async () => {
    const here = new TaskCalls(call);
    await here.putQueue(queue, { keepaliveTimeoutMs: 60_000 });
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const runs: string[] = [];
    const worker = new Worker({
      client: new SpoolClient({ url, apiKey }),
      queue,
      handlers: async ({ id }) => {
        runs.push(id);
        await finished;
      },
    });
    const record = recordOf(worker);
    worker.start();
    const before = await here.enqueueBatch(queue, [{}, {}, {}]);
    await eventually('three runs', () => (worker.counts.running === 3 ? true : null));

    await replica.kill();
    finish();
    await eventually('failed tries', () =>
      record.error.filter(({ during }) => during === 'settling').length >= 3 ? true : null,
    );
    expect(worker.counts.unsettled).toBe(3);
    replica = await start();
    await untilSettled(record, 3);
    const after = await here.enqueue(queue);
    await untilSettled(record, 4);
    await worker.stop();

    const ids = [...before, after].map(({ id }) => id);
    expect(runs.toSorted()).toEqual(ids.toSorted());
    for (const id of ids) expect(await here.task(id)).toMatchObject({ state: 'COMPLETED', attempt: 1 });
    expect(record.leaseLost).toEqual([]);
  });

  it('gives up a task when its lease has passed, and stops in bounded time', async () => {
    const here = new TaskCalls(call);
    await here.putQueue(queue, { keepaliveTimeoutMs: 1_000, backoff: { type: 'fixed', initialMs: 0 } });
    const { id } = await here.enqueue(queue);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const worker = new Worker({
      url,
      apiKey,
      queue,
      handlers: () => finished,
    });
    const record = recordOf(worker);
    worker.start();
    await eventually('the run', () => (worker.counts.running === 1 ? true : null));

    await replica.kill();
    finish();
    await eventually('the loss', () => record.leaseLost[0] ?? null);
    await worker.stop({ graceMs: 0 });
    replica = await start();

    expect(record.leaseLost).toMatchObject([{ task: { id }, loss: 'lapsed' }]);
    const again = await eventually('the second lease', async () => (await here.dequeue(queue))[0] ?? null);
    expect(again).toMatchObject({ id, attempt: 2 });
    await here.complete([again]);
  });
});

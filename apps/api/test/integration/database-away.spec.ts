import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { eventually } from '../support/eventually.js';
import { OwnDatabase } from '@spool/test-bed/own-database.js';
import { ReplicaGroup } from '../support/replica-group.js';
import type { Replica } from '@spool/test-bed/replica.js';
import { TaskCalls } from '../support/task-calls.js';

let server: OwnDatabase;
let group: ReplicaGroup;
let replica: Replica;
let tasks: TaskCalls;

beforeAll(async () => {
  server = await OwnDatabase.start();
  group = await ReplicaGroup.make({ databaseUrl: server.url });
  const [first] = await group.start(1);
  if (first === undefined) throw new Error('No replica runs.');
  replica = first;
  tasks = new TaskCalls(first.call);
});

afterAll(async () => {
  await group.close();
  await server.close();
});

const outageMs = 30_000;
const longLeaseMs = 600_000;
const shortLeaseMs = 5_000;

const readiness = async (): Promise<number> => (await replica.call('GET', '/health/ready')).status;

const untilReadinessIs = (status: number): Promise<true> =>
  eventually(`readiness ${status}`, async () => ((await readiness()) === status ? true : null));

const codeOf = async (path: string, body: unknown): Promise<[number, string, boolean]> => {
  const { status, body: problem, headers } = await replica.call<Problem>('POST', path, body);
  return [status, problem.code, headers.has('retry-after')];
};

const unavailable = [503, 'unavailable', true];

describe('When the database is gone for 30 seconds', () => {
  it('T48: the replica says so, recovers unaided, keeps the lease that lasts and refuses the one that lapsed', async () => {
    await tasks.putQueue('orders', { backoff: { type: 'fixed', initialMs: 0 } });
    await tasks.putQueue('empty');
    const [, afterLong, , afterShort] = await tasks.enqueueBatch('orders', [
      { threadId: 'long' },
      { threadId: 'long' },
      { threadId: 'short' },
      { threadId: 'short' },
    ]);
    const long = await tasks.takeOne('orders', { keepaliveTimeoutMs: longLeaseMs });
    const short = await tasks.takeOne('orders', { keepaliveTimeoutMs: shortLeaseMs });
    const waiting = replica.call('POST', '/v1/queues/empty/dequeue', { workerId: 'worker-1', waitMs: 2_000 });

    const backAt = performance.now() + outageMs;
    await server.kill();
    await untilReadinessIs(503);
    expect((await replica.call('GET', '/health/live')).status).toBe(200);
    expect(await codeOf(`/v1/tasks/${long.id}/complete`, { leaseToken: long.leaseToken })).toEqual(
      unavailable,
    );
    expect(await codeOf('/v1/queues/orders/tasks', { payload: 1 })).toEqual(unavailable);
    expect(await codeOf('/v1/queues/orders/dequeue', { workerId: 'worker-1' })).toEqual(unavailable);
    expect([200, 503]).toContain((await waiting).status);
    await pause(backAt - performance.now());
    expect(await readiness()).toBe(503);

    await server.comeBack();
    await untilReadinessIs(200);
    await eventually('the lapse', async () =>
      (await tasks.task(short.id)).state === 'ENQUEUED' ? true : null,
    );
    expect((await tasks.task(short.id)).history).toMatchObject([{ attempt: 1, outcome: 'lapsed' }]);
    for (const refused of [
      await tasks.complete([short]),
      await tasks.keepalive([short]),
      await tasks.fail([short]),
    ])
      expect(refused).toMatchObject([{ id: short.id, status: 'error', code: 'lease_lost' }]);
    expect(await tasks.complete([long])).toEqual([{ id: long.id, status: 'ok', promoted: afterLong?.id }]);

    const next = await tasks.dequeue('orders', { max: 10 });
    expect(next.map(({ id }) => id)).toEqual([afterLong?.id, afterShort?.id]);
    await tasks.complete(next);
    await tasks.complete([await tasks.takeOne('orders')]);
    await expectCleanAudit({ database: await group.connect() });
  });
});

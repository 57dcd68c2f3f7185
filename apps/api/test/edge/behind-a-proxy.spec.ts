import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { expectCleanAudit } from '../support/auditor.js';
import { callerOf } from '@spool/test-bed/caller.js';
import { eventually } from '../support/eventually.js';
import { EventListener } from '../support/event-stream.js';
import { freshName } from '../support/fresh-names.js';
import { startHaproxyBefore, type ReplicaProxy } from '../support/haproxy.js';
import { openRaw } from '../support/raw-request.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { SteadyLoad } from '../support/steady-load.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** As docker/haproxy.cfg advises. */
const drainDelayMs = 4_000;

let testDatabase: TestDatabase;
let group: ReplicaGroup;
let proxy: ReplicaProxy;
let database: Database;
let calls: TaskCalls;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const environment = { SPOOL_DRAIN_DELAY_MS: String(drainDelayMs), SPOOL_TRUSTED_PROXIES: '127.0.0.1' };
  group = await ReplicaGroup.make({ databaseUrl: testDatabase.url, environment });
  const replicas = await group.start(3);
  database = await group.connect();
  proxy = await startHaproxyBefore(replicas.map(({ port }) => port));
  calls = new TaskCalls(callerOf(proxy.url, group.apiKey));
});

afterEach(() => expectCleanAudit({ database }));

afterAll(async () => {
  await proxy.close();
  await group.close();
  await testDatabase.drop();
});

const startLoad = async (configuration: Parameters<TaskCalls['putQueue']>[1]): Promise<SteadyLoad> => {
  const queue = freshName('queue');
  await calls.putQueue(queue, configuration);
  const load = SteadyLoad.start({ url: proxy.url, apiKey: group.apiKey, queue });
  await load.untilMore(100);
  return load;
};

const replicaAt = (index: number) => {
  const replica = group.replicas[index];
  if (replica === undefined) throw new Error(`There is no replica ${index}.`);
  return replica;
};

const countTasks = `
  SELECT (SELECT COUNT(*) FROM tasks t WHERE t.queue_id = q.id) AS live,
    (SELECT COUNT(*) FROM finished_tasks f WHERE f.queue_id = q.id) AS finished
  FROM queues q WHERE q.name = ?`;

/** How many tasks of a queue there are that nobody was told of: requests that were sent twice, or not answered. */
const unacknowledged = async ({ queue, ledger }: SteadyLoad): Promise<number> => {
  const [row] = await database.read((sql) =>
    sql.rows<{ live: string; finished: string }>(countTasks, [queue]),
  );
  return Number(row?.live) + Number(row?.finished) - ledger.acknowledgedIds.size;
};

/** A caller who waits for a task and can hang up. */
const waitRaw = (queue: string, workerId: string): Socket => {
  const body = JSON.stringify({ workerId, waitMs: 30_000 });
  return openRaw(
    proxy.url,
    `POST /v1/queues/${queue}/dequeue HTTP/1.1\r\nhost: spool\r\nauthorization: Bearer ${group.apiKey}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
};

const untilSeen = (queue: string, workers: number): Promise<true> =>
  eventually(`${workers} workers`, async () => {
    const { body } = await calls.call<{ items: { queues: string[] }[] }>('GET', '/v1/workers');
    const seen = body.items.filter(({ queues }) => queues.includes(queue));
    return seen.length === workers ? true : null;
  });

describe('Three replicas behind docker/haproxy.cfg', () => {
  it('lose nothing and refuse nothing while each restarts in turn under load', async () => {
    const load = await startLoad({});
    for (const index of group.replicas.keys()) {
      replicaAt(index).signal('SIGTERM');
      await proxy.untilReplica(index, 'DOWN');
      expect((await replicaAt(index).call('GET', '/health/live')).status).toBe(200);
      expect(await replicaAt(index).ended()).toBe(0);
      await load.untilMore(50);
      await group.comeBack(index);
      await proxy.untilReplica(index, 'UP');
    }
    await load.untilMore(50);
    await load.finish();

    const { failures, lostLeases, ledger } = load;
    const { violations, notRunOnce, acknowledgedIds } = ledger;
    expect([failures, lostLeases, violations, notRunOnce]).toEqual([[], [], [], []]);
    expect(await unacknowledged(load)).toBe(0);
    await expectCleanAudit({ database }, { acceptedIds: acknowledgedIds });
  });

  it('serve on when one of them is killed', async () => {
    // What it was giving out when it died comes back when the leases lapse.
    const load = await startLoad({ keepaliveTimeoutMs: 2_000, backoff: { type: 'fixed', initialMs: 0 } });
    await replicaAt(0).kill();
    await proxy.untilReplica(0, 'DOWN');
    const failuresOfTheKill = load.failures.length;
    await load.untilMore(200);
    expect(load.failures.slice(failuresOfTheKill)).toEqual([]);
    await load.finish();

    // Only what was under way at the killed replica is not answered; the proxy does not send it a second time.
    expect(load.failures.filter((failure) => !/^(502|no answer)/.test(failure))).toEqual([]);
    const { violations, notRunOnce, acknowledgedIds } = load.ledger;
    expect([violations, notRunOnce]).toEqual([[], []]);
    expect(await unacknowledged(load)).toBeLessThanOrEqual(load.failures.length);
    await expectCleanAudit({ database }, { acceptedIds: acknowledgedIds });
    await group.comeBack(0);
    await proxy.untilReplica(0, 'UP');
  });

  it('are told when callers who wait for tasks hang up', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { keepaliveTimeoutMs: 60_000 });
    const callers = Array.from({ length: 9 }, (_, number) => waitRaw(queue, `gone-${number}`));
    await untilSeen(queue, callers.length);
    for (const caller of callers) caller.destroy();
    await calls.enqueueBatch(
      queue,
      callers.map(() => ({})),
    );
    const taken = await eventually('every task', async () => {
      const tasks = await calls.dequeue(queue, { max: callers.length, waitMs: 1_000 });
      await calls.complete(tasks);
      return tasks.length === 0 ? null : tasks;
    });
    expect(taken.map(({ attempt }) => attempt)).toEqual(callers.map(() => 1));
  });

  it('pass event streams on as they come', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue);
    const listener = await EventListener.open(proxy.url, {
      headers: { authorization: `Bearer ${group.apiKey}` },
    });
    await calls.enqueue(queue);
    expect(await listener.untilChanged('tasks', queue)).not.toEqual([]);
    await listener.close();
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { troubleOf } from '../../src/platform/database/database-error.js';
import { leaseSlotOf, threadKeyOf } from '../../src/store/thread-key.js';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { HotTraffic } from '../support/hot-traffic.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { watchSingleFlight } from '../support/single-flight-watch.js';
import { patient } from '../support/patient-call.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let testDatabase: TestDatabase;
let group: ReplicaGroup;
let database: Database;
let calls: TaskCalls;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  group = await ReplicaGroup.make({ databaseUrl: testDatabase.url });
  await group.start(3);
  database = await group.connect();
  const [first] = group.calls;
  if (first === undefined) throw new Error('No replica runs.');
  calls = first;
});

afterEach(() => expectCleanAudit({ database }));

afterAll(async () => {
  await group.close();
  await testDatabase.drop();
});

describe('Three replicas', () => {
  it('run a thread’s tasks one at a time, with growing tokens, whatever 64 clients do at once', async () => {
    const queue = freshName('queue');
    await calls.putQueue(queue, { backoff: { type: 'fixed', initialMs: 0 } });
    const threads = Array.from({ length: 6 }, () => freshName('thread'));
    const replicas = group.calls.map(({ call }) => new TaskCalls(patient(call)));
    const traffic = new HotTraffic(replicas, queue, threads);
    const stopWatching = watchSingleFlight(database);
    const { looks, mostInProgress, violations } = await traffic
      .run(64)
      .then(() => traffic.drain())
      .finally(stopWatching)
      .then(stopWatching);

    expect(violations).toEqual([]);
    expect(traffic.holds.violations()).toEqual([]);
    expect(looks).toBeGreaterThan(50);
    expect(mostInProgress).toBeGreaterThan(1);
    for (const threadId of threads) expect(await calls.thread(threadId)).toBeNull();
    const { acceptedIds, deletedIds } = traffic;
    await expectCleanAudit({ database }, { acceptedIds, deletedIds });
  });
});

const insertLease = `
  INSERT INTO leases (slot, task_id, queue_id, worker_id, started_at, expires_at)
  SELECT UNHEX(?), id, queue_id, 'by hand', NOW(3), NOW(3) + INTERVAL 1 HOUR FROM tasks WHERE id = ?`;

describe('The database', () => {
  it('refuses a second lease for a thread, and the service goes on', async () => {
    const queue = freshName('queue');
    const threadId = freshName('thread');
    await calls.putQueue(queue);
    const [, second] = await calls.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await calls.takeOne(queue);
    const slot = leaseSlotOf(second?.id ?? '', threadKeyOf(0, threadId));
    const inserting = database.write((sql) => sql.change(insertLease, [slot, second?.id]));
    expect(troubleOf(await inserting.catch((error: unknown) => error))).toBe('duplicate-key');

    expect(await calls.dequeue(queue)).toEqual([]);
    expect(await calls.complete([held])).toEqual([{ id: held.id, status: 'ok', promoted: second?.id }]);
    const next = await calls.takeOne(queue);
    expect(next.id).toBe(second?.id);
    await calls.complete([next]);
  });

  it('refuses a second lease that replicas ask for when outside hands offer a member behind another', async () => {
    const queue = freshName('queue');
    const threadId = freshName('thread');
    await calls.putQueue(queue);
    const [, second] = await calls.enqueueBatch(queue, [{ threadId }, { threadId }]);
    const held = await calls.takeOne(queue);
    const free = await calls.enqueue(queue);
    await database.write((sql) =>
      sql.change('UPDATE tasks SET ready_at = enqueued_at - INTERVAL 1 HOUR WHERE id = ?', [second?.id]),
    );
    const answers = await Promise.all(
      [...group.calls, ...group.calls].map((one) => one.dequeue(queue, { max: 5 })),
    );
    expect(answers.flat().map(({ id }) => id)).toEqual([free.id]);
    await expectCleanAudit({ database });

    await calls.complete([held, ...answers.flat()]);
    const next = await calls.takeOne(queue);
    expect([next.id, BigInt(next.leaseToken) > BigInt(held.leaseToken)]).toEqual([second?.id, true]);
    await calls.complete([next]);
  });
});

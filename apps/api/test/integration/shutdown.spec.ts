import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { expectCleanAudit } from '../support/auditor.js';
import type { Answer } from '@spool/test-bed/caller.js';
import { eventually } from '../support/eventually.js';
import { holdOpen } from '../support/outside-session.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { TaskCalls } from '../support/task-calls.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let testDatabase: TestDatabase;
let group: ReplicaGroup;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  group = await ReplicaGroup.make({ databaseUrl: testDatabase.url });
});

afterAll(async () => {
  await group.close();
  await testDatabase.drop();
});

const completions = 50;
const lapses = 20;
const lockingStatement = 'SELECT t.thread_key';
const lapseByHand = 'UPDATE leases SET expires_at = NOW(3) - INTERVAL 1 SECOND WHERE task_id IN (?)';
const selectBlocked = `
  SELECT COUNT(*) AS blocked FROM information_schema.processlist
  WHERE db = DATABASE() AND id <> CONNECTION_ID() AND info LIKE '${lockingStatement}%FOR UPDATE'`;

const untilBlocked = (statements: number): Promise<true> =>
  eventually(`${statements} statements that wait for the threads' locks`, async () => {
    const [row] = await database.read((sql) => sql.rows<{ blocked: number | string }>(selectBlocked));
    return Number(row?.blocked) >= statements ? true : null;
  });

const startOne = async () => {
  const [replica] = await group.start(1);
  if (replica === undefined) throw new Error('No replica runs.');
  database = await group.connect();
  return { replica, tasks: new TaskCalls(replica.call) };
};

/** A replica that stops lets nobody in, or says so. */
const untilStopping = (call: TaskCalls['call']): Promise<true> =>
  eventually('the stop', async () => {
    const status = await call('GET', '/health/live', undefined, { connection: 'close' }).then(
      (answer) => answer.status,
      () => 503,
    );
    return status === 503 ? true : null;
  });

describe('A replica that gets SIGTERM', () => {
  it('T47: with 50 completions and a sweep under way commits and answers each, or has not applied it', async () => {
    const { replica, tasks } = await startOne();
    await tasks.putQueue('orders', { keepaliveTimeoutMs: 600_000, backoff: { type: 'fixed', initialMs: 0 } });
    const threads = Array.from({ length: completions + lapses }, (_, index) => `thread-${index}`);
    await tasks.enqueueBatch(
      'orders',
      [...threads, ...threads].map((threadId) => ({ threadId })),
    );
    const held = await tasks.dequeue('orders', { max: threads.length });
    const [lapsing, completing] = [held.slice(0, lapses), held.slice(lapses)];

    const outside = await holdOpen(
      { databaseUrl: testDatabase.url },
      'SELECT size FROM threads FOR UPDATE',
      [],
    );
    await database.write((sql) => sql.change(lapseByHand, [lapsing.map(({ id }) => id)]));
    await untilBlocked(1);
    const answers = completing.map(({ id, leaseToken }) =>
      replica
        .call('POST', `/v1/tasks/${id}/complete`, { leaseToken })
        .catch((): Answer<unknown> | null => null),
    );
    await untilBlocked(2);
    const endsBefore = performance.now() + 15_000;
    replica.signal('SIGTERM');
    await untilStopping(replica.call);
    await outside.end();

    const answered = await Promise.all(answers);
    expect(await replica.ended()).toBe(0);
    expect(performance.now()).toBeLessThan(endsBefore);
    await expectCleanAudit({ database });

    const next = await startOne();
    const states = await Promise.all(completing.map(async ({ id }) => (await next.tasks.task(id)).state));
    expect(states).toEqual(answered.map((answer) => (answer?.status === 200 ? 'COMPLETED' : 'IN_PROGRESS')));
    expect(states).toContain('COMPLETED');
    await eventually('every lapse', async () => {
      const details = await Promise.all(lapsing.map(({ id }) => next.tasks.task(id)));
      return details.every(({ state }) => state === 'ENQUEUED') ? true : null;
    });
    for (const { id } of lapsing) {
      const { history, attempt } = await next.tasks.task(id);
      expect([attempt, history.map(({ outcome }) => outcome)]).toEqual([1, ['lapsed']]);
    }
    await expectCleanAudit({ database }, { acceptedIds: held.map(({ id }) => id) });
  });
});

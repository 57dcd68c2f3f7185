import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import { expectCleanAudit } from '../support/auditor.js';
import { eventually } from '../support/eventually.js';
import { makeDead, OperationCalls } from '../support/operation-calls.js';
import { ReplicaGroup } from '../support/replica-group.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

let testDatabase: TestDatabase;
let group: ReplicaGroup;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  group = await ReplicaGroup.make({ databaseUrl: testDatabase.url });
  database = await group.connect();
});

afterAll(async () => {
  await group.close();
  await testDatabase.drop();
});

const total = 5_000;
const threads = 20;
/** Every second task is free, the others stand in twenty threads. */
const threadOf = (index: number): string | null =>
  index % 2 === 0 ? null : `thread-${Math.floor(index / 2) % threads}`;

const begin = async (): Promise<OperationCalls> => {
  const [calls] = (await group.start(2)) && group.calls;
  if (calls === undefined) throw new Error('No replica runs.');
  return new OperationCalls(calls.call);
};

const done = async (): Promise<number> => {
  const [row] = await database.read((sql) => sql.rows<{ done: number }>('SELECT done FROM operations'));
  return row?.done ?? 0;
};

const untilDone = (count: number): Promise<true> =>
  eventually(`${count} tasks done`, async () => ((await done()) >= count ? true : null));

/** Which live tasks are restarts, in the order of their lines. */
const readRestarts = (): Promise<{ id: string; restarted_from: string; thread: string | null }[]> =>
  database.read((sql) =>
    sql.rows(
      'SELECT id, restarted_from, CAST(thread_id AS CHAR) AS thread FROM tasks ORDER BY scheduled_at, id',
    ),
  );

describe('When the service is killed in the middle of an operation', () => {
  it('T18: each of 5,000 tasks is dead or restarted once, twice over, and the last replicas bring it to its end', async () => {
    const first = await begin();
    const [calls] = group.calls;
    if (calls === undefined) throw new Error('No replica runs.');
    await calls.putQueue('orders');
    const given = Array.from({ length: total }, (_, index) => ({ threadId: threadOf(index) }));
    const ids = await makeDead(calls, 'orders', given);
    // The client goes away with the service.
    const asked = first
      .create({ action: 'restart', filter: { queue: 'orders' }, ratePerSecond: 2_000 })
      .catch(() => null);
    await untilDone(500);
    await group.kill();
    await asked;
    expect(await done()).toBeLessThan(total);
    await expectCleanAudit({ database }, { acceptedIds: ids });

    await begin();
    await untilDone(2_500);
    await group.kill();
    expect(await done()).toBeLessThan(total);
    await expectCleanAudit({ database }, { acceptedIds: ids });

    const last = await begin();
    const [{ id } = { id: '' }] = (await last.list()).items;
    expect(await last.untilState(id, 'completed')).toMatchObject({ total, done: total, failed: 0 });
    const restarts = await readRestarts();
    expect(restarts.map(({ restarted_from }) => restarted_from).toSorted()).toEqual(ids.toSorted());
    for (let thread = 0; thread < threads; thread += 1) {
      const name = `thread-${thread}`;
      const line = restarts.filter((one) => one.thread === name).map(({ restarted_from }) => restarted_from);
      expect(line).toEqual(ids.filter((_, index) => threadOf(index) === name));
    }
    await expectCleanAudit({ database }, { acceptedIds: [...ids, ...restarts.map((one) => one.id)] });
  });

  it('T18: an undo is brought to its end as well, and each task is back or has started', async () => {
    const [calls] = group.calls;
    if (calls === undefined) throw new Error('No replica runs.');
    const operations = new OperationCalls(calls.call);
    const [{ id } = { id: '' }] = (await operations.list()).items;
    const started = await calls.dequeue('orders', { max: 100 });
    await operations.command(id, 'undo');
    await eventually('some undone', async () => ((await done()) < total - 400 ? true : null));
    await group.kill();
    expect(await done()).toBeGreaterThan(started.length);
    await expectCleanAudit({ database });

    const after = await begin();
    const undone = await after.until(id, 'undone', ({ undo }) => undo === 'completed');
    expect(undone).toMatchObject({ done: started.length, undone: total - started.length });
    expect((await readRestarts()).map((one) => one.id).toSorted()).toEqual(
      started.map((one) => one.id).toSorted(),
    );
    await expectCleanAudit({ database });
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

afterEach(() => expectCleanAudit(spool));

const second = 1_000;

/** This machine's clock is the database's; a second is what the rule allows, and more than any call takes. */
const expectWithinASecond = (told: string | undefined, expectedMs: number): void => {
  expect(Math.abs(Date.parse(told ?? '') - expectedMs)).toBeLessThan(second);
};

describe('T37: replicas in New York and in UTC over a database at +05:30', () => {
  let newYork: Replica;
  let utc: Replica;
  let there: TaskCalls;
  let here: TaskCalls;

  let usualZone: string;

  const setServerZone = (zone: string): Promise<unknown> =>
    spool.database.read((sql) => sql.change('SET GLOBAL time_zone = ?', [zone]));

  beforeAll(async () => {
    const [row] = await spool.database.read((sql) =>
      sql.rows<{ zone: string }>('SELECT @@GLOBAL.time_zone AS zone'),
    );
    usualZone = row?.zone ?? 'SYSTEM';
    await setServerZone('+05:30');
    const start = (zone: string): Promise<Replica> =>
      startReplica({
        databaseUrl: spool.databaseUrl,
        dataDirectory: spool.dataDirectory,
        apiKey: spool.apiKey,
        environment: { TZ: zone },
      });
    [newYork, utc] = await Promise.all([start('America/New_York'), start('UTC')]);
    there = new TaskCalls(newYork.call);
    here = new TaskCalls(utc.call);
  });

  afterAll(async () => {
    await setServerZone(usualZone);
    await Promise.all([newYork.stop(), utc.stop()]);
  });

  // In New York 02:30 does not exist on 14 March 2027, and 01:30 comes twice on 7 November 2027.
  const times = [
    ['2027-03-14T01:59:59.999-05:00', '2027-03-14T06:59:59.999Z'],
    ['2027-03-14T02:30:00-05:00', '2027-03-14T07:30:00.000Z'],
    ['2027-03-14T02:30:00Z', '2027-03-14T02:30:00.000Z'],
    ['2027-03-14T03:00:00-04:00', '2027-03-14T07:00:00.000Z'],
    ['2027-03-14T13:00:00.001+05:30', '2027-03-14T07:30:00.001Z'],
    ['2027-11-07T01:30:00-04:00', '2027-11-07T05:30:00.000Z'],
    ['2027-11-07T01:30:00-05:00', '2027-11-07T06:30:00.000Z'],
    ['2027-11-07T12:00:00+05:30', '2027-11-07T06:30:00.000Z'],
    ['2027-11-07T01:30:00.123Z', '2027-11-07T01:30:00.123Z'],
  ] as const;

  it.each(times)('%s is %s on every replica and in the table', async (given, expected) => {
    const queue = await calls.makeQueue();
    for (const replica of [there, here]) {
      const task = await replica.enqueue(queue, { scheduledAt: given });
      expect(task.scheduledAt).toBe(expected);
      expect((await there.task(task.id)).scheduledAt).toBe(expected);
      expect((await here.task(task.id)).scheduledAt).toBe(expected);
      const [row] = await spool.database.read((sql) =>
        sql.rows<{ ready: string }>(
          `SELECT DATE_FORMAT(ready_at, '%Y-%m-%dT%T.%f') AS ready FROM tasks WHERE id = ?`,
          [task.id],
        ),
      );
      expect(row?.ready).toBe(expected.replace('Z', '000'));
    }
  });

  it('tasks on both sides of an hour that comes twice keep their order in a thread', async () => {
    const queue = await calls.makeQueue();
    const threadId = freshName('thread');
    const later = await there.enqueue(queue, { threadId, scheduledAt: '2027-11-07T01:30:00-05:00' });
    const earlier = await here.enqueue(queue, { threadId, scheduledAt: '2027-11-07T01:30:00-04:00' });
    expect(await there.thread(threadId)).toMatchObject({ head: { id: earlier.id } });
    await there.call('PATCH', `/v1/tasks/${earlier.id}`, { scheduledAt: '2027-11-07T01:31:00-05:00' });
    expect(await here.thread(threadId)).toMatchObject({ head: { id: later.id } });
  });

  /** A task's way through both replicas, each time that is told on it held against the clock. */
  const followATask = async (first: TaskCalls, other: TaskCalls): Promise<void> => {
    const queue = await calls.makeQueue({ backoff: { type: 'fixed', initialMs: second } });
    const task = await first.enqueue(queue, { delayMs: second });
    expectWithinASecond(task.enqueuedAt, Date.now());
    expectWithinASecond(task.scheduledAt, Date.now() + second);
    const [taken] = await other.dequeue(queue, { waitMs: 10 * second });
    if (taken === undefined) throw new Error('The task was not delivered.');
    expectWithinASecond(taken.scheduledAt, Date.now());
    expectWithinASecond(taken.leaseExpiresAt, Date.now() + 30 * second);
    const [kept] = await first.keepalive([taken], { extendMs: 2 * second });
    const expiresAt = kept?.status === 'ok' ? kept.leaseExpiresAt : '';
    expectWithinASecond(expiresAt, Date.now() + 2 * second);

    const lapsed = await eventually('the lapse', async () => {
      const { state, history, scheduledAt } = await other.task(task.id);
      return state === 'ENQUEUED' ? { endedAt: history[0]?.endedAt ?? '', scheduledAt } : null;
    });
    expectWithinASecond(lapsed.endedAt, Date.parse(expiresAt));
    expectWithinASecond(lapsed.scheduledAt, Date.parse(lapsed.endedAt) + second);
    const [again] = await first.dequeue(queue, { waitMs: 10 * second });
    if (again === undefined) throw new Error('The retry was not delivered.');
    expectWithinASecond(lapsed.scheduledAt, Date.now());
    const [failed] = await other.fail([again], { retryAfterMs: 3_600 * second });
    const retryAt = failed?.status === 'ok' ? failed.scheduledAt : '';
    expectWithinASecond(retryAt, Date.now() + 3_600 * second);
  };

  it('arrivals, due times, leases, lapses and backoff are right to a second, whoever takes part', async () => {
    await Promise.all([followATask(there, here), followATask(here, there)]);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { restartResult, resultsOf } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { countStatements } from '../support/connection-pool.js';
import { eventually } from '../support/eventually.js';
import { freshName } from '../support/fresh-names.js';
import { startReplica, type Replica } from '@spool/test-bed/replica.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';

let spool: TestSpool;
let calls: TaskCalls;

beforeAll(async () => {
  spool = await startSpool();
  calls = new TaskCalls(spool.call);
});

afterEach(() => expectCleanAudit(spool));

afterAll(() => spool.close());

const second = 1_000;
const day = 86_400 * second;

const makeQueue = async (configuration: Parameters<TaskCalls['putQueue']>[1] = {}): Promise<string> => {
  const queue = freshName('queue');
  await calls.putQueue(queue, configuration);
  return queue;
};

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
    const queue = await makeQueue();
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
    const queue = await makeQueue();
    const threadId = freshName('thread');
    const later = await there.enqueue(queue, { threadId, scheduledAt: '2027-11-07T01:30:00-05:00' });
    const earlier = await here.enqueue(queue, { threadId, scheduledAt: '2027-11-07T01:30:00-04:00' });
    expect(await there.thread(threadId)).toMatchObject({ head: { id: earlier.id } });
    await there.call('PATCH', `/v1/tasks/${earlier.id}`, { scheduledAt: '2027-11-07T01:31:00-05:00' });
    expect(await here.thread(threadId)).toMatchObject({ head: { id: later.id } });
  });

  /** A task's way through both replicas, each time that is told on it held against the clock. */
  const followATask = async (first: TaskCalls, other: TaskCalls): Promise<void> => {
    const queue = await makeQueue({ backoff: { type: 'fixed', initialMs: second } });
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

const refused = {
  'the year 0': '0000-01-01T00:00:00Z',
  'the time before 1970': '1969-12-31T23:59:59.999Z',
  'the year 10000': '+010000-01-01T00:00:00Z',
  'the last moment of 9999 in a zone where UTC is in 10000': '9999-12-31T23:59:59.999-00:01',
  'a day that does not exist': '2027-02-30T00:00:00Z',
  'a month that does not exist': '2027-13-01T00:00:00Z',
  'the hour 24': '2027-01-01T24:00:00Z',
  'a leap second': '2016-12-31T23:59:60Z',
  'a time without an offset': '2027-01-01T00:00:00',
  'a day without a time': '2027-01-01',
  'a word': 'tomorrow',
  'an empty text': '',
  'a number': 1_800_000_000_000,
  'an object': {},
};

describe('T38: times far away', () => {
  const setTimeEverywhere = async (scheduledAt: unknown): Promise<number[]> => {
    const queue = await makeQueue({ maxAttempts: 1 });
    const { id } = await calls.enqueue(queue, { delayMs: day });
    const dead = await calls.enqueue(queue);
    await calls.fail([await calls.takeOne(queue)]);
    const answers = [
      await spool.call('POST', `/v1/queues/${queue}/tasks`, { payload: null, scheduledAt }),
      await spool.call('POST', `/v1/queues/${queue}/tasks/batch`, {
        tasks: [{ payload: null, scheduledAt }],
      }),
      await spool.call('PATCH', `/v1/tasks/${id}`, { scheduledAt }),
      await spool.call('POST', '/v1/dead-tasks/restart', { ids: [dead.id], scheduledAt }),
    ];
    return answers.map(({ status }) => status);
  };

  it.each(Object.entries(refused))(
    '%s is refused wherever a time can be given',
    async (_what, scheduledAt) => {
      expect(await setTimeEverywhere(scheduledAt)).toEqual([400, 400, 400, 400]);
    },
  );

  const kept = [
    new Date(Date.now() + 60 * day).toISOString(),
    '2038-01-19T03:14:08.000Z',
    '2039-06-01T12:00:00.001Z',
    '9999-12-31T23:59:59.999Z',
  ];

  it.each(kept)('%s is kept to the millisecond, and nothing is handed out early', async (scheduledAt) => {
    expect(await setTimeEverywhere(scheduledAt)).toEqual([201, 201, 200, 200]);
    const queue = await makeQueue({ maxAttempts: 1 });
    const dead = await calls.enqueue(queue);
    await calls.fail([await calls.takeOne(queue)]);
    const restart = { ids: [dead.id], scheduledAt };
    const answer = await spool.call('POST', '/v1/dead-tasks/restart', restart);
    const [restarted] = readAnswer(resultsOf(restartResult), 200, answer).results;
    const restartedId = (restarted?.status === 'ok' ? restarted.newId : undefined) ?? '';
    const threadId = freshName('thread');
    const { id } = await calls.enqueue(queue, { threadId, scheduledAt });
    for (const one of [id, restartedId])
      expect(await calls.task(one)).toMatchObject({ scheduledAt, phase: 'scheduled' });
    expect((await calls.thread(threadId))?.next).toMatchObject({ code: 'at_time', at: scheduledAt });

    // A timer cannot hold such a wait: one that overflowed would fire at once, again and again.
    const looks = countStatements(spool.database, /TIMESTAMPDIFF/);
    const start = performance.now();
    expect(await calls.dequeue(queue, { max: 10, waitMs: 400 })).toEqual([]);
    expect(performance.now() - start).toBeGreaterThanOrEqual(400);
    expect(looks()).toBeLessThan(20);
    const { id: sooner } = await calls.enqueue(queue, { threadId });
    expect((await calls.takeOne(queue)).id).toBe(sooner);
  });

  it('the first moment of 1970 is due at once, and first', async () => {
    const queue = await makeQueue();
    await calls.enqueue(queue);
    const { id } = await calls.enqueue(queue, { scheduledAt: '1970-01-01T00:00:00.000Z' });
    expect((await calls.takeOne(queue)).id).toBe(id);
  });

  it('a delay of 400 days is kept, a longer one refused', async () => {
    const queue = await makeQueue();
    const { scheduledAt } = await calls.enqueue(queue, { delayMs: 400 * day });
    expectWithinASecond(scheduledAt, Date.now() + 400 * day);
    const answer = await spool.call('POST', `/v1/queues/${queue}/tasks`, {
      payload: null,
      delayMs: 400 * day + 1,
    });
    expect(answer.status).toBe(400);
  });

  const steepest = { type: 'exponential', initialMs: day, factor: 10, maxMs: 30 * day } as const;

  it.each([
    { attempt: 60, jitter: 0 },
    { attempt: 60, jitter: 1 },
    { attempt: 999, jitter: 0 },
  ])('the backoff of attempt $attempt with jitter $jitter is capped', async ({ attempt, jitter }) => {
    const queue = await makeQueue({ maxAttempts: 1_000, backoff: { ...steepest, jitter } });
    const { id } = await calls.enqueue(queue);
    await spool.database.write((sql) =>
      sql.change('UPDATE tasks SET attempt = ? WHERE id = ?', [attempt - 1, id]),
    );
    const held = await calls.takeOne(queue);
    expect(held.attempt).toBe(attempt);
    const failedAtMs = Date.now();
    const [failed] = await calls.fail([held]);
    expect(failed).toMatchObject({ status: 'ok', outcome: 'retrying' });
    const { scheduledAt, phase } = await calls.task(id);
    expect(phase).toBe('backoff');
    const delayMs = Date.parse(scheduledAt) - failedAtMs;
    expect(delayMs).toBeGreaterThan(jitter === 0 ? 30 * day - second : 0);
    expect(delayMs).toBeLessThan(30 * day + second);
    expect(await calls.dequeue(queue)).toEqual([]);
  });
});

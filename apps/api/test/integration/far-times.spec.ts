import { afterEach, describe, expect, it } from '@jest/globals';
import { restartResult, resultsOf } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { countStatements } from '../support/connection-pool.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { readAnswer, TaskCalls } from '../support/task-calls.js';

const spool = setUpSpool();
const calls = new TaskCalls(spool.call);

afterEach(() => expectCleanAudit(spool));

const second = 1_000;
const day = 86_400 * second;

/** This machine's clock is the database's; a second is what the rule allows, and more than any call takes. */
const expectWithinASecond = (told: string | undefined, expectedMs: number): void => {
  expect(Math.abs(Date.parse(told ?? '') - expectedMs)).toBeLessThan(second);
};

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
    const queue = await calls.makeQueue({ maxAttempts: 1 });
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
    const queue = await calls.makeQueue({ maxAttempts: 1 });
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
    const queue = await calls.makeQueue();
    await calls.enqueue(queue);
    const { id } = await calls.enqueue(queue, { scheduledAt: '1970-01-01T00:00:00.000Z' });
    expect((await calls.takeOne(queue)).id).toBe(id);
  });

  it('a delay of 400 days is kept, a longer one refused', async () => {
    const queue = await calls.makeQueue();
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
    const queue = await calls.makeQueue({ maxAttempts: 1_000, backoff: { ...steepest, jitter } });
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

import { afterEach, describe, expect, it } from '@jest/globals';
import { limits, type Problem } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { invalidAt, refusedEnqueues } from '../support/refused-enqueues.js';

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);
const { refusalOf, expectNothingIn } = refusedEnqueues(tasks);

afterEach(() => expectCleanAudit(spool));

describe('A batch', () => {
  it('T31: of 1,000 tasks is stored whole and answered in order; one of 1,001 is refused whole', async () => {
    const queue = await tasks.makeQueue();
    const given = (count: number) => Array.from({ length: count }, (_, index) => ({ payload: index }));
    expect(await refusalOf(queue, { tasks: given(limits.batchItems + 1) }, 'tasks/batch')).toEqual(
      invalidAt('/tasks'),
    );
    expect(await refusalOf(queue, { tasks: [] }, 'tasks/batch')).toEqual(invalidAt('/tasks'));
    await expectNothingIn(queue);
    const stored = await tasks.enqueueBatch(queue, given(limits.batchItems));
    expect(stored.map(({ payload }) => payload)).toEqual(
      given(limits.batchItems).map(({ payload }) => payload),
    );
  });

  it('T31: of more bytes than a request may have is refused, and nothing is stored', async () => {
    const queue = await tasks.makeQueue();
    const payload = 'x'.repeat(limits.payloadBytes - 2);
    const most = Math.floor(limits.requestBodyBytes / limits.payloadBytes);
    const { status, body } = await spool.call<Problem>('POST', `/v1/queues/${queue}/tasks/batch`, {
      tasks: Array.from({ length: most + 1 }, () => ({ payload })),
    });
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
    await expectNothingIn(queue);
    const fitting = Array.from({ length: most - 1 }, () => ({ payload }));
    expect(await tasks.enqueueBatch(queue, fitting)).toHaveLength(most - 1);
  });

  it.each(['/v1/tasks/delete', '/v1/dead-tasks/delete', '/v1/dead-tasks/restart'])(
    'T31: POST %s refuses 70,000 ids, and does nothing to any',
    async (path) => {
      const queue = await tasks.makeQueue();
      const [live, dying] = await tasks.enqueueBatch(queue, [{ scheduledAt: '2100-01-01T00:00:00Z' }, {}]);
      await tasks.fail([await tasks.takeOne(queue)], { retryable: false });
      const ids = [
        live?.id,
        dying?.id,
        ...Array.from({ length: 70_000 }, (_, index) => String(1_000_000 + index)),
      ];
      const { status, body } = await spool.call<Problem>('POST', path, { ids });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      const left = await tasks.tasks({ queue });
      expect(left.map(({ state }) => state)).toEqual(['DEAD', 'ENQUEUED']);
    },
  );

  it.each<[string, object, string]>([
    ['negative attempts', { maxAttempts: -1 }, '/tasks/1/maxAttempts'],
    ['attempts that are no whole number', { maxAttempts: 1.5 }, '/tasks/1/maxAttempts'],
    ['an object as its thread', { threadId: { id: 1 } }, '/tasks/1/threadId'],
    ['an invalid date', { scheduledAt: '2026-02-30T00:00:00Z' }, '/tasks/1/scheduledAt'],
    ['a date as a number', { scheduledAt: 1_770_000_000_000 }, '/tasks/1/scheduledAt'],
    ['a date without an offset', { scheduledAt: '2026-11-30T00:00:00' }, '/tasks/1/scheduledAt'],
    ['a time and a delay', { scheduledAt: '2026-11-30T00:00:00Z', delayMs: 1 }, '/tasks/1/delayMs'],
    ['a member that nobody knows', { priority: 1 }, '/tasks/1/priority'],
    [
      'a backoff that ends before it begins',
      { backoff: { initialMs: 10, maxMs: 5 } },
      '/tasks/1/backoff/maxMs',
    ],
  ])('T33: with %s in one task is refused with its index, and nothing is inserted', async (_, flaw, path) => {
    const queue = await tasks.makeQueue();
    const batch = { tasks: [{ payload: 0, threadId: 'a' }, { payload: 1, ...flaw }, { payload: 2 }] };
    expect(await refusalOf(queue, batch, 'tasks/batch')).toEqual(invalidAt(path));
    await expectNothingIn(queue);
  });

  it('T33: with a task without a payload is refused with its index', async () => {
    const queue = await tasks.makeQueue();
    const batch = { tasks: [{ payload: null }, { type: 'a' }, [], 'x'] };
    expect(await refusalOf(queue, batch, 'tasks/batch')).toEqual(
      invalidAt('/tasks/1/payload', '/tasks/2', '/tasks/3'),
    );
    await expectNothingIn(queue);
  });

  it.each<[string, string, unknown]>([
    ['POST', 'tasks', [{ payload: 1 }]],
    ['POST', 'tasks/batch', [{ payload: 1 }]],
    ['POST', 'tasks/batch', { tasks: { payload: 1 } }],
    ['POST', 'dequeue', [{ workerId: 'w' }]],
    ['PUT', '', []],
    ['PATCH', '', [{ maxAttempts: 3 }]],
  ])('T33: %s …/%s with an array and an object exchanged is refused', async (method, path, body) => {
    const queue = await tasks.makeQueue();
    const { status } = await spool.call<Problem>(
      method,
      `/v1/queues/${queue}/${path}`.replace(/\/$/, ''),
      body,
    );
    expect(status).toBe(400);
    await expectNothingIn(queue);
  });
});

describe('A batch of completions', () => {
  it('T34: gives each item one honest result, and valid ones advance their threads once', async () => {
    const queue = await tasks.makeQueue();
    const [mineThread, otherThread, deadThread] = [
      freshName('thread'),
      freshName('thread'),
      freshName('thread'),
    ];
    const line = (threadId: string) => [{ threadId }, { threadId }, { threadId }];
    const [mine, nextOfMine, , , nextOfOther] = await tasks.enqueueBatch(queue, [
      ...line(mineThread),
      ...line(otherThread),
      ...line(deadThread),
    ]);
    const taken = await tasks.dequeue(queue, { max: 3, workerId: 'me' });
    const [held, other, dying] = taken;
    if (held === undefined || other === undefined || dying === undefined) throw new Error('Not three heads.');
    await tasks.fail([dying], { retryable: false });
    const strangerToken = String(BigInt(other.leaseToken) + 1_000n);

    const results = await tasks.complete([
      held,
      held,
      { ...held, leaseToken: strangerToken },
      { id: '987654321', leaseToken: '1' },
      { ...other, leaseToken: strangerToken },
      dying,
      { ...dying, leaseToken: strangerToken },
    ]);
    const shown = results.map((result) =>
      result.status === 'ok' ? [result.id, 'ok', result.promoted] : [result.id, result.code, result.outcome],
    );
    expect(shown).toEqual([
      [mine?.id, 'ok', nextOfMine?.id],
      [mine?.id, 'already_settled', 'completed'],
      [mine?.id, 'lease_lost', undefined],
      ['987654321', 'task_not_found', undefined],
      [other.id, 'lease_lost', undefined],
      [dying.id, 'already_settled', 'dead'],
      [dying.id, 'lease_lost', undefined],
    ]);
    expect((await tasks.thread(mineThread))?.size).toBe(2);
    expect((await tasks.thread(otherThread))?.size).toBe(3);
    expect((await tasks.thread(deadThread))?.size).toBe(2);
    const next = await tasks.dequeue(queue, { max: 10 });
    expect(next.map(({ threadId }) => threadId)).toEqual([mineThread, deadThread]);
    const [settled] = await tasks.complete([other]);
    expect(settled).toEqual({ id: other.id, status: 'ok', promoted: nextOfOther?.id });
  });
});

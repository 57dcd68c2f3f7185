import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { limits, type Problem } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { freshName } from '../support/fresh-names.js';
import { startSpool, type TestSpool } from '../support/spool.js';
import { TaskCalls } from '../support/task-calls.js';

let spool: TestSpool;
let tasks: TaskCalls;

beforeAll(async () => {
  spool = await startSpool();
  tasks = new TaskCalls(spool.call);
});

afterEach(() => expectCleanAudit(spool));

afterAll(async () => {
  await spool.close();
});

const makeQueue = async (): Promise<string> => {
  const queue = freshName('queue');
  await tasks.putQueue(queue);
  return queue;
};

/** What a refused enqueue says: status, code and the places of its flaws. */
const refusalOf = async (queue: string, body: unknown, path = 'tasks') => {
  const { status, body: problem } = await spool.call<Problem>('POST', `/v1/queues/${queue}/${path}`, body);
  return [status, problem.code, problem.errors?.map((error) => error.path)];
};

const expectNothingIn = async (queue: string): Promise<void> => {
  expect(await tasks.tasks({ queue })).toEqual([]);
};

const invalidAt = (...paths: string[]) => [400, 'validation_failed', paths];
const tooLargeAt = (...paths: string[]) => [413, 'payload_too_large', paths];

describe('A thread id', () => {
  it.each([
    ['256 bytes', 'x'.repeat(256)],
    ['64 characters of four bytes', '😀'.repeat(64)],
    ['128 characters of two bytes', 'é'.repeat(128)],
  ])('T29: of %s is refused, never cut', async (_, threadId) => {
    const queue = await makeQueue();
    expect(await refusalOf(queue, { payload: 1, threadId })).toEqual(invalidAt('/threadId'));
    await expectNothingIn(queue);
  });

  it.each([
    ['four-byte characters', `${'😀'.repeat(63)}abc`],
    ['one-byte characters', 'x'.repeat(255)],
  ])('T29: of exactly 255 bytes in %s works everywhere', async (_, threadId) => {
    const queue = await makeQueue();
    expect(Buffer.byteLength(threadId)).toBe(255);
    const { id } = await tasks.enqueue(queue, { threadId });
    expect((await tasks.task(id)).threadId).toBe(threadId);
    expect((await tasks.thread(threadId))?.threadId).toBe(threadId);
    expect(await tasks.tasks({ threadId })).toHaveLength(1);
    const taken = await tasks.takeOne(queue);
    expect(taken.threadId).toBe(threadId);
    await tasks.complete([taken]);
    expect(await tasks.thread(threadId)).toBeNull();
  });

  it('T30: that is absent or null makes no thread: two such tasks run in parallel', async () => {
    const queue = await makeQueue();
    await tasks.enqueueBatch(queue, [{}, { threadId: null }, {}, { threadId: null }]);
    const taken = await tasks.dequeue(queue, { max: 10 });
    expect(taken.map(({ threadId }) => threadId)).toEqual([null, null, null, null]);
  });

  it.each([
    ['an empty text', ''],
    ['a number', 42],
    ['a truth value', true],
    ['an array', ['a']],
    ['an object', { id: 'a' }],
    ['a newline', 'a\nb'],
    ['a NUL', 'a\u0000b'],
    ['a control character beyond ASCII', 'a\u0085b'],
    ['half a character', 'a\ud800'],
  ])('T30: that is %s is refused', async (_, threadId) => {
    const queue = await makeQueue();
    expect(await refusalOf(queue, { payload: 1, threadId })).toEqual(invalidAt('/threadId'));
    await expectNothingIn(queue);
  });

  it('T30: is compared byte by byte, blanks, case and composition included', async () => {
    const queue = await makeQueue();
    const threadIds = [
      '  ',
      ' ',
      '42',
      'Order-1',
      'order-1',
      'order-1 ',
      ' order-1',
      '\u00e9',
      'e\u0301',
      '%',
      '\\',
    ];
    await tasks.enqueueBatch(
      queue,
      [...threadIds, ...threadIds].map((threadId) => ({ threadId })),
    );
    const taken = await tasks.dequeue(queue, { max: 100 });
    expect(taken.map(({ threadId }) => threadId)).toEqual(threadIds);
    for (const threadId of threadIds) expect((await tasks.thread(threadId))?.size).toBe(2);
  });
});

describe('A payload', () => {
  /** A JSON text of so many bytes. */
  const ofBytes = (bytes: number): string => 'x'.repeat(bytes - 2);

  it.each([limits.payloadBytes - 1, limits.payloadBytes])(
    'T31: of %i bytes is stored whole',
    async (bytes) => {
      const queue = await makeQueue();
      const payload = ofBytes(bytes);
      const { id } = await tasks.enqueue(queue, { payload });
      expect((await tasks.task(id)).payload === payload).toBe(true);
      expect((await tasks.takeOne(queue)).payload === payload).toBe(true);
    },
  );

  it('T31: is measured in bytes of UTF-8, at the limit and beyond', async () => {
    const queue = await makeQueue();
    const atLimit = 'é'.repeat(limits.payloadBytes / 2 - 1);
    const { id } = await tasks.enqueue(queue, { payload: atLimit });
    expect((await tasks.task(id)).payload === atLimit).toBe(true);
    expect(await refusalOf(queue, { payload: `${atLimit}é` })).toEqual(tooLargeAt('/payload'));
  });

  it('T31: one byte over the limit is refused, alone and in a batch, and nothing is stored', async () => {
    const queue = await makeQueue();
    const payload = ofBytes(limits.payloadBytes + 1);
    expect(await refusalOf(queue, { payload })).toEqual(tooLargeAt('/payload'));
    const batch = { tasks: [{ payload: 1 }, { payload }] };
    expect(await refusalOf(queue, batch, 'tasks/batch')).toEqual(tooLargeAt('/tasks/1/payload'));
    const twoFlaws = { payload, maxAttempts: 0 };
    expect(await refusalOf(queue, twoFlaws)).toEqual(invalidAt('/payload', '/maxAttempts'));
    await expectNothingIn(queue);
  });

  const levels = (count: number): unknown => {
    let value: unknown = 'core';
    for (let level = 0; level < count; level += 1) value = level % 2 === 0 ? [value] : { in: value };
    return value;
  };

  it.each<[string, string]>([
    ['null', 'null'],
    ['a bare string', '"bare"'],
    ['an empty string', '""'],
    ['a number', '0.1'],
    ['the largest whole number', '9007199254740991'],
    ['the smallest whole number', '-9007199254740991'],
    ['false', 'false'],
    ['an empty array', '[]'],
    ['a __proto__ key', '{"__proto__":{"polluted":true}}'],
    ['a constructor key', '{"constructor":{"prototype":{"polluted":true}}}'],
    ['keys that objects would sort', '{"b":1,"a":2,"":3,"\u00e9":4}'],
    ['characters that need escapes', '"\\u0000\\n\\"\\\\/\u2028"'],
    ['half a character', '"\\ud800"'],
    ['characters beyond the basic plane', '"😀"'],
    ['40 levels', JSON.stringify(levels(40))],
    ['100 levels', JSON.stringify(levels(100))],
  ])('T32: of %s comes out as it went in', async (_, text) => {
    const queue = await makeQueue();
    const { status, body } = await spool.call<{ id: string }>(
      'POST',
      `/v1/queues/${queue}/tasks`,
      `{"payload":${text}}`,
    );
    expect(status).toBe(201);
    const read = await spool.call<{ payload: unknown }>('GET', `/v1/tasks/${body.id}`);
    const taken = await tasks.takeOne(queue);
    for (const { payload } of [read.body, taken]) expect(JSON.stringify(payload)).toBe(text);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each<[string, string, string]>([
    ['a whole number beyond 2^53 − 1', '{"n":9007199254740992}', '/payload/n'],
    ['a whole number below its opposite', '[0,-9007199254740992]', '/payload/1'],
    ['a whole number that would be rounded', '{"a":[{"n":12345678901234567890}]}', '/payload/a/0/n'],
    ['a number that overflows', '{"__proto__":{"n":1e400}}', '/payload/__proto__/n'],
    ['a number alone that overflows', '-1e400', '/payload'],
    ['101 levels', JSON.stringify(levels(101)), `/payload${'/0/in'.repeat(50)}`],
  ])('T32: with %s is refused with its path', async (_, text, path) => {
    const queue = await makeQueue();
    expect(await refusalOf(queue, `{"payload":${text}}`)).toEqual(invalidAt(path));
    await expectNothingIn(queue);
  });

  it('T32: pollutes nothing that a later request could see', async () => {
    const queue = await makeQueue();
    await spool.call(
      'POST',
      `/v1/queues/${queue}/tasks`,
      '{"payload":{"__proto__":{"threadId":"x","type":"y"}}}',
    );
    const { threadId, type } = await tasks.enqueue(queue);
    expect([threadId, type]).toEqual([null, null]);
    expect(await refusalOf(queue, {})).toEqual(invalidAt('/payload'));
  });
});

describe('A batch', () => {
  it('T31: of 1,000 tasks is stored whole and answered in order; one of 1,001 is refused whole', async () => {
    const queue = await makeQueue();
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
    const queue = await makeQueue();
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
      const queue = await makeQueue();
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
    const queue = await makeQueue();
    const batch = { tasks: [{ payload: 0, threadId: 'a' }, { payload: 1, ...flaw }, { payload: 2 }] };
    expect(await refusalOf(queue, batch, 'tasks/batch')).toEqual(invalidAt(path));
    await expectNothingIn(queue);
  });

  it('T33: with a task without a payload is refused with its index', async () => {
    const queue = await makeQueue();
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
    const queue = await makeQueue();
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
    const queue = await makeQueue();
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

describe('A name that people read', () => {
  const refused = async (path: string, body: object) => {
    const { status, body: problem } = await spool.call<Problem>('POST', path, body);
    return [status, problem.code, problem.errors?.map((flaw) => flaw.path)];
  };

  it.each(['ann\u202Enimda', 'ann\u2067', 'a\u001b[2J', 'a\ud800'])(
    'such as %j is refused wherever it is set',
    async (name) => {
      const queue = await makeQueue();
      const key = { name, scopes: ['read'] };
      expect(await refused('/v1/api-keys', key)).toEqual(invalidAt('/name'));
      const operator = { username: name, role: 'viewer' };
      expect(await refused('/v1/operators', operator)).toEqual(invalidAt('/username'));
      const dequeue = { workerId: name };
      expect(await refused(`/v1/queues/${queue}/dequeue`, dequeue)).toEqual(invalidAt('/workerId'));
      expect(await refused(`/v1/queues/${queue}/exchange`, { dequeue })).toEqual(
        invalidAt('/dequeue/workerId'),
      );
      const credentials = { username: name, password: 'a password of nobody' };
      expect(await refused('/v1/session', credentials)).toEqual(invalidAt('/username'));
    },
  );
});

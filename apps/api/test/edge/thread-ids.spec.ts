import { afterEach, describe, expect, it } from '@jest/globals';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { invalidAt, refusedEnqueues } from '../support/refused-enqueues.js';

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);
const { refusalOf, expectNothingIn } = refusedEnqueues(tasks);

afterEach(() => expectCleanAudit(spool));

describe('A thread id', () => {
  it.each([
    ['256 bytes', 'x'.repeat(256)],
    ['64 characters of four bytes', '😀'.repeat(64)],
    ['128 characters of two bytes', 'é'.repeat(128)],
  ])('T29: of %s is refused, never cut', async (_, threadId) => {
    const queue = await tasks.makeQueue();
    expect(await refusalOf(queue, { payload: 1, threadId })).toEqual(invalidAt('/threadId'));
    await expectNothingIn(queue);
  });

  it.each([
    ['four-byte characters', `${'😀'.repeat(63)}abc`],
    ['one-byte characters', 'x'.repeat(255)],
  ])('T29: of exactly 255 bytes in %s works everywhere', async (_, threadId) => {
    const queue = await tasks.makeQueue();
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
    const queue = await tasks.makeQueue();
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
    const queue = await tasks.makeQueue();
    expect(await refusalOf(queue, { payload: 1, threadId })).toEqual(invalidAt('/threadId'));
    await expectNothingIn(queue);
  });

  it('T30: is compared byte by byte, blanks, case and composition included', async () => {
    const queue = await tasks.makeQueue();
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

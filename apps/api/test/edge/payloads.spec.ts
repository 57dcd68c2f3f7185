import { afterEach, describe, expect, it } from '@jest/globals';
import { limits } from '@spool/contracts';
import { expectCleanAudit } from '../support/auditor.js';
import { setUpSpool } from '../support/spool-stage.js';
import { TaskCalls } from '../support/task-calls.js';
import { invalidAt, refusedEnqueues, tooLargeAt } from '../support/refused-enqueues.js';

const spool = setUpSpool();
const tasks = new TaskCalls(spool.call);
const { refusalOf, expectNothingIn } = refusedEnqueues(tasks);

afterEach(() => expectCleanAudit(spool));

describe('A payload', () => {
  /** A JSON text of so many bytes. */
  const ofBytes = (bytes: number): string => 'x'.repeat(bytes - 2);

  it.each([limits.payloadBytes - 1, limits.payloadBytes])(
    'T31: of %i bytes is stored whole',
    async (bytes) => {
      const queue = await tasks.makeQueue();
      const payload = ofBytes(bytes);
      const { id } = await tasks.enqueue(queue, { payload });
      expect((await tasks.task(id)).payload === payload).toBe(true);
      expect((await tasks.takeOne(queue)).payload === payload).toBe(true);
    },
  );

  it('T31: is measured in bytes of UTF-8, at the limit and beyond', async () => {
    const queue = await tasks.makeQueue();
    const atLimit = 'é'.repeat(limits.payloadBytes / 2 - 1);
    const { id } = await tasks.enqueue(queue, { payload: atLimit });
    expect((await tasks.task(id)).payload === atLimit).toBe(true);
    expect(await refusalOf(queue, { payload: `${atLimit}é` })).toEqual(tooLargeAt('/payload'));
  });

  it('T31: one byte over the limit is refused, alone and in a batch, and nothing is stored', async () => {
    const queue = await tasks.makeQueue();
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
    const queue = await tasks.makeQueue();
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
    const queue = await tasks.makeQueue();
    expect(await refusalOf(queue, `{"payload":${text}}`)).toEqual(invalidAt(path));
    await expectNothingIn(queue);
  });

  it('T32: pollutes nothing that a later request could see', async () => {
    const queue = await tasks.makeQueue();
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

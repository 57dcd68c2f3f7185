import { describe, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { limits } from './limits.js';
import {
  apiKeyName,
  dedupKey,
  delayMs,
  durationText,
  leaseToken,
  queueName,
  taskId,
  taskType,
  threadId,
  timestampIn,
  traceparent,
  username,
  wholeNumber,
  workerId,
} from './scalars.js';

const accepts = (schema: z.ZodType, value: unknown): [unknown, boolean] => [
  value,
  schema.safeParse(value).success,
];

const expectOnly = (schema: z.ZodType, right: readonly unknown[], wrong: readonly unknown[]): void => {
  for (const value of right) expect(accepts(schema, value)).toEqual([value, true]);
  for (const value of wrong) expect(accepts(schema, value)).toEqual([value, false]);
};

describe('Task ids and lease tokens', () => {
  it.each([
    ['taskId', taskId],
    ['leaseToken', leaseToken],
  ])('%s is a decimal string that a BIGINT holds', (_, schema) => {
    const wrong = ['', '0', '01', '-1', '+1', '1.0', '1e3', ' 1', '1\n', '１', 1, 1n, null, undefined, ['1']];
    const tooLarge = ['9223372036854775808', '9999999999999999999', '10000000000000000000'];
    expectOnly(schema, ['1', '4812', '9223372036854775807'], [...wrong, ...tooLarge]);
  });
});

describe('Queue names', () => {
  it('are what a URL carries as it stands', () => {
    const right = ['a', 'A-Z_0.9', '...', 'x'.repeat(limits.queueNameCharacters)];
    const wrong = [
      '',
      '.',
      '..',
      'a b',
      'a/b',
      'ä',
      '*',
      'a\n',
      'x'.repeat(limits.queueNameCharacters + 1),
      1,
      null,
    ];
    expectOnly(queueName, right, wrong);
  });
});

describe('Thread ids', () => {
  it('are any text of 1 to 255 bytes', () => {
    const right = [
      'a',
      ' ',
      '  ',
      '42',
      '*',
      'a/b',
      '%',
      '..',
      'Ä',
      'x'.repeat(255),
      `${'😀'.repeat(63)}abc`,
    ];
    const tooLong = ['x'.repeat(256), '😀'.repeat(64), 'é'.repeat(128), '你'.repeat(86)];
    expectOnly(threadId, right, ['', ...tooLong, 42, null, {}]);
  });

  it('have no control characters and no half ones', () => {
    expectOnly(threadId, [], ['a\nb', '\u0000', '\u007f', '\u0085', '\ud800', 'a\udc00b']);
  });

  it('come out as they went in', () => {
    for (const id of ['Order-1', 'order-1 ', 'e\u0301', '\u00e9']) expect(threadId.parse(id)).toBe(id);
  });
});

describe('Labels', () => {
  it.each([
    ['type', taskType],
    ['dedupKey', dedupKey],
    ['workerId', workerId],
  ])('%s has 1 to 100 characters, whatever they are', (_, schema) => {
    const right = ['a', ' ', '<script>', '😀'.repeat(limits.labelCharacters)];
    expectOnly(schema, right, ['', 'x'.repeat(limits.labelCharacters + 1), 'a\tb', '\ud800', 1, null]);
  });
});

describe('What people read as a name', () => {
  const turning = ['\u202a', '\u202e', '\u2066', '\u2069'];
  const harmful = ['\u0000', '\n', '\u001b[2J', '\u007f', '\u009b', ...turning, '\ud800', '\udfff'];

  it.each([
    ['username', username],
    ['name', apiKeyName],
    ['workerId', workerId],
  ])('%s holds nothing that makes it look like another name', (field, schema) => {
    for (const mark of harmful) {
      const message = schema.safeParse(`ann${mark}bob`).error?.issues[0]?.message;
      expect([mark, message]).toEqual([mark, expect.stringMatching(`^"${field}" must be well-formed text`)]);
    }
    expectOnly(schema, ['ann-bob', 'Ånn 山田', 'عمر', '\u200fعمر', '👩‍🔧'], ['', 'x'.repeat(101), 1, null]);
  });

  it.each([
    ['type', taskType],
    ['dedupKey', dedupKey],
    ['threadId', threadId],
  ])('%s is no name, and may hold what turns the direction of writing', (_, schema) => {
    expectOnly(schema, turning, []);
  });
});

describe('Times', () => {
  it.each([
    ['2026-11-30T01:02:03.004Z', '2026-11-30T01:02:03.004Z'],
    ['2026-11-30T01:02:03Z', '2026-11-30T01:02:03.000Z'],
    ['2026-11-30T01:02:03.004+05:30', '2026-11-29T19:32:03.004Z'],
    ['2026-11-30T01:02:03.004-11:00', '2026-11-30T12:02:03.004Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is read as %s', (text, same) => {
    expect(timestampIn.parse(text)).toBe(Date.parse(same));
  });

  it('are refused where they do not exist, have no offset, or are out of range', () => {
    const nowhere = [
      '2026-02-30T00:00:00Z',
      '2027-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-11-30T25:00:00Z',
    ];
    const unclear = ['2026-11-30T01:02:03', '2026-11-30', 'tomorrow', '', 1_764_460_800_000, null];
    const outside = ['0000-01-01T00:00:00Z', '1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00+14:00'];
    const beyond = ['9999-12-31T23:59:59.999-01:00', '+010000-01-01T00:00:00Z'];
    expectOnly(timestampIn, [], [...nowhere, ...unclear, ...outside, ...beyond]);
  });
});

describe('Numbers', () => {
  it('are whole and within their bounds', () => {
    expectOnly(
      wholeNumber(1, 10),
      [1, 10],
      [0, 11, 1.5, '1', null, Number.NaN, Number.POSITIVE_INFINITY, true],
    );
    expectOnly(delayMs, [0, limits.delayMs], [-1, limits.delayMs + 1]);
  });
});

describe('Trace contexts', () => {
  it('have the form of W3C', () => {
    const right = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    expectOnly(traceparent, [right], [right.toUpperCase(), `${right}-x`, right.slice(1), '', 1]);
  });
});

describe('a length of time', () => {
  it.each([
    ['0', 0],
    ['250', 250],
    ['250ms', 250],
    ['10s', 10_000],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['7d', 604_800_000],
  ])('reads %s', (text, ms) => {
    expect(durationText.parse(text)).toBe(ms);
  });

  it.each(['', '1.5h', '-1s', '1 h', '01s', '10w', 's'])('refuses %j', (text) => {
    expect(durationText.safeParse(text).success).toBe(false);
  });
});

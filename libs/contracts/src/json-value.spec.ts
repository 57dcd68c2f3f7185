import { describe, expect, it } from '@jest/globals';
import { findJsonFlaw, jsonText, utf8Bytes } from './json-value.js';
import { limits } from './limits.js';

const schema = jsonText(100, 'payload');
const textOf = (value: unknown): string => schema.parse(value);
const flawsOf = (value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('/'), message]);

const nested = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
};

describe('A JSON value', () => {
  it.each<[unknown, string]>([
    [null, 'null'],
    ['', '""'],
    [0.1, '0.1'],
    [Number.MAX_SAFE_INTEGER, '9007199254740991'],
    [Number.MIN_SAFE_INTEGER, '-9007199254740991'],
    [{ b: 1, a: [true, null] }, '{"b":1,"a":[true,null]}'],
    ['\ud800', String.raw`"\ud800"`],
  ])('%j becomes its compact text', (value, text) => {
    expect(textOf(value)).toBe(text);
  });

  it('keeps keys such as __proto__ as data', () => {
    const text = '{"__proto__":{"a":1},"constructor":2}';
    expect(textOf(JSON.parse(text))).toBe(text);
    expect(Reflect.get({}, 'a')).toBeUndefined();
  });

  it('is required, and null is one', () => {
    expect(flawsOf(undefined)).toEqual([['', '"payload" is required; null is a value.']]);
  });

  it('is measured in bytes of its text', () => {
    expect(textOf('é'.repeat(49))).toHaveLength(51);
    expect(flawsOf('é'.repeat(50))).toEqual([['', expect.stringContaining('100 bytes')]]);
    expect(textOf('x'.repeat(98))).toHaveLength(100);
    expect(flawsOf('x'.repeat(99))).toHaveLength(1);
  });

  it.each<[unknown, string]>([
    [2 ** 53, ''],
    [JSON.parse('{"order":{"id":12345678901234567890}}'), 'order/id'],
    [[0, [-(2 ** 53)]], '1/0'],
    [{ n: Number.POSITIVE_INFINITY }, 'n'],
    [JSON.parse('{"__proto__":[1e400]}'), '__proto__/0'],
  ])('%j is refused for a number that would change', (value, path) => {
    expect(flawsOf(value)).toEqual([[path, expect.stringContaining('send it as a string')]]);
  });

  it('may be a hundred levels deep, and no deeper', () => {
    expect(findJsonFlaw(nested(limits.payloadLevels))).toBeNull();
    expect(findJsonFlaw(nested(limits.payloadLevels + 1))?.path).toHaveLength(limits.payloadLevels);
  });

  it('is searched without recursion, however deep it is', () => {
    expect(findJsonFlaw(nested(200_000))?.message).toContain('100 levels');
  });
});

describe('utf8Bytes', () => {
  it.each<[string, number]>([
    ['', 0],
    ['abc', 3],
    ['é', 2],
    ['你', 3],
    ['😀', 4],
    ['\ud800', 3],
    ['\udc00x', 4],
    ['a😀é你', 10],
  ])('counts %j as it is encoded: %i bytes', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes);
  });

  it('does not count what cannot be too long', () => {
    expect(utf8Bytes('é'.repeat(10), 30)).toBeLessThanOrEqual(30);
    expect(utf8Bytes('é'.repeat(10), 29)).toBe(20);
  });
});

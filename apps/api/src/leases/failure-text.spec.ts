import { describe, expect, it } from '@jest/globals';
import { limits } from '@spool/contracts';
import { failureOf } from './failure-text.js';

const bytesOf = (text: string | null): number => Buffer.byteLength(text ?? '', 'utf8');
const groupOf = (message: string, type?: string, stack?: string): string =>
  failureOf({ message, type, stack }).group;

describe('What a worker says went wrong', () => {
  it('is kept as it was said', () => {
    const said = {
      message: 'No answer\n\twithin 10 s',
      type: 'TimeoutError',
      stack: 'TimeoutError\n    at send (a.js:1:2)',
    };
    expect(failureOf(said)).toMatchObject({ ...said, lapsed: false });
  });

  it('may leave out type and stack, and may be empty', () => {
    expect(failureOf({ message: '' })).toMatchObject({ message: '', type: null, stack: null });
    expect(failureOf({ message: 'x', type: '', stack: null })).toMatchObject({ type: null, stack: null });
  });

  it('loses control characters, but neither lines nor tabs', () => {
    expect(failureOf({ message: 'a\u0000b\u001b[31mc\u0085d\r\n\te' }).message).toBe('ab[31mcd\r\n\te');
  });

  it('has half characters replaced', () => {
    expect(failureOf({ message: 'a\ud800b', type: '\udc00' })).toMatchObject({
      message: 'a\ufffdb',
      type: '\ufffd',
    });
  });

  it.each(['x', 'é', '你', '😀'])('is cut to the limit within no character, for one like %s', (character) => {
    const long = character.repeat(limits.errorStackBytes);
    const { message, stack } = failureOf({ message: long, stack: long });
    for (const [text, limit] of [
      [message, limits.errorMessageBytes],
      [stack, limits.errorStackBytes],
    ] as const) {
      expect(bytesOf(text)).toBeLessThanOrEqual(limit);
      expect(bytesOf(text)).toBeGreaterThan(limit - 4);
      expect(new Set(text)).toEqual(new Set([character]));
    }
  });

  it('has a type of 200 characters at most, whatever they are', () => {
    expect([...(failureOf({ message: '', type: '😀'.repeat(500) }).type ?? '')]).toHaveLength(200);
  });
});

describe('The group of failures alike', () => {
  it('is 16 hexadecimal digits', () => {
    expect(groupOf('broken')).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each([
    ['numbers', 'Order 17 has 3 items', 'Order 18 has 42 items'],
    ['ids', 'No user 0b9c1b4e-7a51-4f0e-9f5e-0123456789ab', 'No user ffffffff-7a51-4f0e-9f5e-ba9876543210'],
    ['addresses', 'Fault at 0x7ffe12', 'Fault at 0x00ab'],
    ['quoted values', 'No column "name"', 'No column "title"'],
    ['what follows the first line', 'broken\nat noon', 'broken\nat night'],
  ])('does not tell %s apart', (_, one, other) => {
    expect(groupOf(one)).toBe(groupOf(other));
  });

  it('tells types, messages and top frames apart', () => {
    const frame = (name: string) => `Error\n    at ${name} (a.js:1:2)\n    at main (b.js:3:4)`;
    const groups = [
      groupOf('broken'),
      groupOf('late'),
      groupOf('broken', 'Error'),
      groupOf('broken', 'Error', frame('send')),
      groupOf('broken', 'Error', frame('parse')),
    ];
    expect(new Set(groups).size).toBe(groups.length);
  });

  it('tells neither lines nor lower frames apart', () => {
    const stack = (line: number, caller: string) =>
      `Error\n    at send (a.js:${line}:2)\n    at ${caller} (b.js:3:4)`;
    expect(groupOf('broken', 'Error', stack(1, 'main'))).toBe(groupOf('broken', 'Error', stack(99, 'test')));
  });
});

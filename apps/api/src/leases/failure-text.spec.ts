import { describe, expect, it } from '@jest/globals';
import { limits } from '@spool/contracts';
import { failureOf } from './failure-text.js';

const bytesOf = (text: string | null): number => Buffer.byteLength(text ?? '', 'utf8');

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

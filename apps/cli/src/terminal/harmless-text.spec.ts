import { describe, expect, it } from '@jest/globals';
import { harmlessJson, harmlessText } from './harmless-text.js';

const hostile = 'a\u001b[2J\u009b1m\u0007\r\nb\tc\u202ed\u2066é👩‍🚀';

describe('harmless text', () => {
  it('spells out what a terminal would obey, and leaves the rest', () => {
    expect(harmlessText(hostile)).toBe('a\\u001b[2J\\u009b1m\\u0007\\r\\nb\\tc\\u202ed\\u2066é👩‍🚀');
    expect(harmlessText('\ud800')).toBe('\ufffd');
  });

  it('writes JSON that parses to the same value', () => {
    for (const indent of [undefined, 2]) {
      const text = harmlessJson({ [hostile]: [hostile, 1] }, indent);
      expect(JSON.parse(text)).toEqual({ [hostile]: [hostile, 1] });
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2066]/u);
    }
  });
});

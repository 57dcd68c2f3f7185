import { describe, expect, it } from '@jest/globals';
import { parseSearch, stringifySearch } from './search-text.js';

describe('search parameters', () => {
  it.each(['42', 'true', 'null', '"quoted"', 'a&b=c', 'a/b %2F*', '.', 'Köln 🚚', '{"a":1}'])(
    'carry the thread id %p as the text that it is',
    (threadId) => {
      expect(parseSearch(stringifySearch({ threadId }))).toEqual({ threadId });
    },
  );

  it('leave out what has no value', () => {
    expect(stringifySearch({ queue: undefined, state: 'DEAD' })).toBe('?state=DEAD');
    expect(stringifySearch({ queue: undefined })).toBe('');
  });
});

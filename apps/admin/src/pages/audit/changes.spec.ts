import { describe, expect, it } from '@jest/globals';
import { changesBetween, wordChange } from './changes.js';

const wordsOf = (...states: Parameters<typeof changesBetween>) => changesBetween(...states).map(wordChange);

describe('changesBetween', () => {
  it('tells what differs, also deep inside, and nothing else', () => {
    const before = { maxAttempts: 3, backoff: { type: 'fixed', maxMs: 1_000 }, description: null };
    const after = { maxAttempts: 3, backoff: { type: 'fixed', maxMs: 5_000 }, description: 'Orders' };
    expect(wordsOf(before, after)).toEqual(['backoff.maxMs: 1000 → 5000', 'description: null → Orders']);
  });

  it('tells all of what was made, and of what is gone', () => {
    expect(wordsOf(null, { role: 'viewer', queues: ['a', 'b'] })).toEqual(['role: viewer', 'queues: a, b']);
    expect(wordsOf({ role: 'viewer' }, null)).toEqual(['role: viewer, gone']);
  });

  it('tells what came along', () => {
    expect(wordsOf({ role: 'viewer' }, { role: 'viewer', passwordChanged: true })).toEqual([
      'passwordChanged: true',
    ]);
  });

  it('shows what is no plain value as JSON', () => {
    expect(wordsOf(null, { ids: [{ id: '1' }], nothing: {} })).toEqual(['ids: [{"id":"1"}]', 'nothing: {}']);
  });

  it('is nothing where nothing is told', () => {
    expect(wordsOf(null, null)).toEqual([]);
  });
});

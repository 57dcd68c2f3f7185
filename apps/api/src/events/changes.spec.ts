import { describe, expect, it } from '@jest/globals';
import { aCaller } from '../../test/support/callers.js';
import { changeEventOf, changesFor, mergeChanges, noChanges, noQueue, type Changes } from './changes.js';

const callerOf = (...queuePatterns: string[]) => aCaller(['read'], queuePatterns);
const changes: Changes = new Map([
  ['tasks', new Set(['orders', 'mail'])],
  ['operations', new Set([noQueue])],
]);

describe('Changes', () => {
  it('are told to a caller as far as they are in queues that it covers', () => {
    expect(changesFor(callerOf('*'), changes)).toEqual(changes);
    expect(changesFor(callerOf('ord*'), changes)).toEqual(new Map([['tasks', new Set(['orders'])]]));
    expect(changesFor(callerOf('shop-*'), changes)).toEqual(noChanges);
  });

  it('are merged, each queue once', () => {
    const other: Changes = new Map([
      ['tasks', new Set(['mail', 'shop'])],
      ['queues', new Set(['shop'])],
    ]);
    expect(changeEventOf(mergeChanges(changes, other))).toEqual({
      changes: [
        { kind: 'tasks', queues: ['mail', 'orders', 'shop'] },
        { kind: 'operations', queues: [] },
        { kind: 'queues', queues: ['shop'] },
      ],
    });
  });

  it('do not name more than a thousand queues', () => {
    const named = (count: number): Changes =>
      new Map([['tasks', new Set(Array.from({ length: count }, (_, index) => `queue-${index}`))]]);
    expect(changeEventOf(named(1_000)).changes[0]?.queues).toHaveLength(1_000);
    expect(changeEventOf(named(1_001))).toEqual({ changes: [{ kind: 'tasks', queues: null }] });
  });
});

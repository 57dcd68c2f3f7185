import { describe, expect, it } from '@jest/globals';
import type { ChangeSnapshot, PartVersion } from '../store/change-store.js';
import { ChangeFeed } from './change-feed.js';
import { noChanges, noQueue } from './changes.js';

const snapshot = (versions: readonly PartVersion[], names: [number, string][]): ChangeSnapshot => ({
  versions,
  queueNames: new Map(names),
});
const orders: PartVersion = { kind: 'tasks', queueId: 1, version: '1' };
const mail: PartVersion = { kind: 'queues', queueId: 2, version: '1' };
const operations: PartVersion = { kind: 'operations', queueId: 0, version: '1' };
const names: [number, string][] = [
  [1, 'orders'],
  [2, 'mail'],
];

describe('A change feed', () => {
  it('has nothing to tell at its first look, nor while nothing changes', () => {
    const feed = new ChangeFeed();
    expect(feed.hasBaseline).toBe(false);
    expect(feed.advance(snapshot([orders, mail], names))).toEqual(noChanges);
    expect(feed.hasBaseline).toBe(true);
    expect(feed.advance(snapshot([mail, orders], names))).toEqual(noChanges);
  });

  it('tells what has another version, what is new and what is gone', () => {
    const feed = new ChangeFeed();
    feed.advance(snapshot([orders, mail], names));
    const later = [{ ...orders, version: '2' }, operations];
    expect(feed.advance(snapshot(later, [[1, 'orders']]))).toEqual(
      new Map([
        ['tasks', new Set(['orders'])],
        ['operations', new Set([noQueue])],
        ['queues', new Set(['mail'])],
      ]),
    );
  });

  it('passes over what is left of queues that nobody knows', () => {
    const feed = new ChangeFeed();
    feed.advance(snapshot([], []));
    expect(feed.advance(snapshot([{ ...orders, queueId: 77 }], names))).toEqual(noChanges);
  });
});

import { describe, expect, it } from '@jest/globals';
import { newTask, type EnqueuedTask, type NewTask } from '@spool/contracts';
import type { HeldDedupKey } from '../store/dedup-key-store.js';
import { Deduplication } from './deduplication.js';

const aTask = (payload: string, dedupKey?: string): NewTask =>
  newTask.parse({ payload, ...(dedupKey === undefined ? {} : { dedupKey }) });

/** Keys that the transaction holds: each with the first task of its window, or free. */
const held = (keys: Readonly<Record<string, string | null>>): Map<string, HeldDedupKey> =>
  new Map(Object.entries(keys).map(([key, taskId]) => [key, { key, taskId }]));

const answer = (id: string): EnqueuedTask => ({ id, deduplicated: true });

const payloadsOf = ({ fresh }: Deduplication): string[] => fresh.map(({ payload }) => JSON.parse(payload));

describe('The tasks of a request', () => {
  it('are all new without keys, alike or not', () => {
    const tasks = [aTask('same'), aTask('same'), aTask('other')];
    expect(payloadsOf(new Deduplication(tasks, held({})))).toEqual(['same', 'same', 'other']);
  });

  it('are new where their keys are free, and open the windows of these', () => {
    const sorted = new Deduplication(
      [aTask('a', 'A'), aTask('b'), aTask('c', 'C')],
      held({ A: null, C: null }),
    );
    expect(payloadsOf(sorted)).toEqual(['a', 'b', 'c']);
    expect(sorted.windows(['1', '2', '3'], 99)).toEqual([
      { key: 'A', taskId: '1', expiresAtMs: 99 },
      { key: 'C', taskId: '3', expiresAtMs: 99 },
    ]);
    expect(sorted.repeatedIds(['1', '2', '3'])).toEqual([]);
  });

  it('stand for the first of an earlier request where their windows are open', () => {
    const sorted = new Deduplication([aTask('a', 'A'), aTask('b', 'B')], held({ A: '17', B: null }));
    expect(payloadsOf(sorted)).toEqual(['b']);
    expect(sorted.repeatedIds(['20'])).toEqual(['17']);
    expect(sorted.windows(['20'], 99)).toEqual([{ key: 'B', taskId: '20', expiresAtMs: 99 }]);
  });

  it('stand for the first of their own request where they repeat its key', () => {
    const sorted = new Deduplication([aTask('x'), aTask('a', 'A'), aTask('again', 'A')], held({ A: null }));
    expect(payloadsOf(sorted)).toEqual(['x', 'a']);
    expect(sorted.repeatedIds(['1', '2'])).toEqual(['2']);
    expect(sorted.windows(['1', '2'], 99)).toEqual([{ key: 'A', taskId: '2', expiresAtMs: 99 }]);
  });

  it('do not heed a key that the transaction does not hold: its queue has no window', () => {
    const sorted = new Deduplication([aTask('a', 'A'), aTask('again', 'A')], held({}));
    expect(payloadsOf(sorted)).toEqual(['a', 'again']);
    expect(sorted.windows(['1', '2'], 99)).toEqual([]);
  });

  it('are answered in request order', () => {
    const tasks = [aTask('k', 'K'), aTask('a', 'A'), aTask('x'), aTask('again', 'A')];
    const sorted = new Deduplication(tasks, held({ K: '17', A: null }));
    const freshIds = ['20', '21'];
    const repeated = new Map(sorted.repeatedIds(freshIds).map((id) => [id, answer(id)]));
    const answers = sorted.inRequestOrder(
      freshIds.map((id) => answer(id)),
      freshIds,
      repeated,
    );
    expect(answers.map(({ id }) => id)).toEqual(['17', '20', '21', '20']);
  });

  it('are never left without an answer in silence', () => {
    const sorted = new Deduplication([aTask('k', 'K')], held({ K: '17' }));
    expect(() => sorted.inRequestOrder([], [], new Map())).toThrow('has no answer');
  });
});

import { describe, expect, it } from '@jest/globals';
import { arrivalCalls } from '../src/checker/origins.js';
import type { Admitted, Entry } from '../src/history/entry.js';

const send = (number: number, admitted: readonly Admitted[] | null): Entry => ({
  number,
  client: 'producer-1',
  replica: 0,
  askedAtMs: number,
  endedAtMs: number + 5,
  asked: { queue: 'q', sent: [{ marker: 'm', threadId: null }], items: [], demand: null, hold: null },
  fate: admitted === null ? 'unknown' : 'answered',
  answer: admitted === null ? null : { admitted, results: [], taken: [] },
  reason: null,
});

const task = { id: 7, scheduledAtMs: 1, enqueuedAtMs: 1 };
const fresh = [task];
const repeated = [{ ...task, deduplicated: true as const }];

const callOf = (...entries: readonly Entry[]): number | undefined =>
  arrivalCalls(entries, new Map([['m', 7]])).get(7)?.number;

describe('A task arrived', () => {
  it('by the call that was told so, and by none that repeats its key or was not answered', () => {
    expect(callOf(send(1, null), send(2, fresh), send(3, repeated))).toBe(2);
  });

  it('by the first call without an answer, where every answer repeats its key', () => {
    expect(callOf(send(2, null), send(1, null), send(3, repeated))).toBe(1);
  });
});

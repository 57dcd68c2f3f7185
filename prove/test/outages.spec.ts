import { describe, expect, it } from '@jest/globals';
import { outagesOf } from '../src/faults/outages.js';
import type { Answer, Entry } from '../src/history/entry.js';

const nothing: Answer = { admitted: [], results: [], taken: [] };
const moved: Answer = { ...nothing, results: [{ status: 'ok', promoted: 7 }] };

const entry = (endedAtMs: number, answer: Answer | null): Entry => ({
  number: endedAtMs,
  client: 'worker-1',
  replica: 0,
  askedAtMs: endedAtMs - 1,
  endedAtMs,
  asked: { queue: null, sent: [], items: [], demand: null, hold: null },
  fate: answer === null ? 'unknown' : 'answered',
  answer,
  reason: null,
});

describe('What clients suffered from a fault', () => {
  it('is the longest time without an answer, and without a thread that moved, until the next fault', () => {
    const entries = [
      entry(90, moved),
      entry(110, null),
      entry(150, nothing),
      entry(260, moved),
      entry(290, nothing),
      entry(1_000, moved),
    ];
    const faults = [
      { fault: 'first', fromMs: 100, untilMs: 300 },
      { fault: 'second', fromMs: 300, untilMs: 1_100 },
    ];
    expect(outagesOf(entries, faults)).toEqual([
      { fault: 'first', unavailableMs: 110, untilPromotedMs: 160 },
      { fault: 'second', unavailableMs: 700, untilPromotedMs: 700 },
    ]);
  });

  it('lasts until the next fault when nobody is answered before it', () => {
    expect(outagesOf([entry(90, moved)], [{ fault: 'only', fromMs: 100, untilMs: 400 }])).toEqual([
      { fault: 'only', unavailableMs: 300, untilPromotedMs: 300 },
    ]);
  });
});

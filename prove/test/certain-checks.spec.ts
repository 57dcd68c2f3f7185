import { describe, expect, it } from '@jest/globals';
import { checkCertainties } from '../src/checker/certain-checks.js';
import { sightingsOf } from '../src/checker/sightings.js';
import type { Answer, Asked, Entry, Item, Taken } from '../src/history/entry.js';

const noAsk: Asked = { queue: null, sent: [], items: [], demand: null, hold: null };
const nothing: Answer = { admitted: [], results: [], taken: [] };
const demand = { max: 1, waitMs: 0, workerId: 'worker', keepaliveTimeoutMs: 5_000 };

type Span = readonly [askedAtMs: number, endedAtMs: number];

let numbers = 0;
const entry = (
  [askedAtMs, endedAtMs]: Span,
  asked: Partial<Asked>,
  answer: Partial<Answer> | null,
): Entry => {
  numbers += 1;
  return {
    number: numbers,
    client: 'client',
    replica: 0,
    askedAtMs,
    endedAtMs,
    asked: { ...noAsk, ...asked },
    fate: answer === null ? 'unknown' : 'answered',
    answer: answer === null ? null : { ...nothing, ...answer },
    reason: null,
  };
};

const take = (span: Span, id: number, token: number, more: Partial<Taken> = {}): Entry => {
  const task = { id, token, threadId: 'T', marker: `m${id}`, attempt: 1, maxAttempts: 3 };
  const times = { enqueuedAtMs: 0, scheduledAtMs: 0, leaseExpiresAtMs: span[1] + demand.keepaliveTimeoutMs };
  return entry(span, { queue: 'q', demand }, { taken: [{ ...task, ...times, ...more }] });
};

const done = (span: Span, item: Item, told: Partial<Answer['results'][number]> = {}): Entry =>
  entry(span, { items: [item] }, { results: [{ status: 'ok', ...told }] });

const complete = (id: number, token: number): Item => ({ verb: 'complete', id, token });

const rulesBroken = (...entries: readonly Entry[]): string[] =>
  checkCertainties(sightingsOf(entries), entries).map(({ rule }) => rule);

describe('What is certain', () => {
  it('nothing is wrong with one hold after the other', () => {
    const first = [take([0, 10], 1, 1), done([20, 30], complete(1, 1))];
    expect(rulesBroken(...first, take([25, 40], 2, 2), done([50, 60], complete(2, 2)))).toEqual([]);
  });

  it('R1: a second member was handed out before anything could have ended the first hold', () => {
    const both = [take([0, 10], 1, 1), take([12, 20], 2, 2)];
    expect(rulesBroken(...both, done([30, 40], complete(1, 1)))).toEqual(['R1']);
  });

  it('R1: a deletion, or the end of the lease, makes way as well', () => {
    expect(
      rulesBroken(take([0, 10], 1, 1), done([15, 25], { verb: 'delete', id: 1 }), take([20, 30], 2, 2)),
    ).toEqual([]);
    expect(rulesBroken(take([0, 10], 1, 1), take([5_011, 5_020], 2, 2))).toEqual([]);
  });

  it('R12: tokens do not go back, and one that was overtaken is not accepted', () => {
    const settled = done([20, 30], { verb: 'release', id: 1, token: 5 });
    expect(rulesBroken(take([0, 10], 1, 5), settled, take([40, 50], 1, 4))).toContain('R12');
    const overtaken = [take([0, 10], 1, 5), settled, take([40, 50], 1, 6)];
    expect(rulesBroken(...overtaken, done([60, 70], { verb: 'keepalive', id: 1, token: 5 }))).toEqual([
      'R12',
    ]);
  });

  it('R13: nothing is completed twice, and what was sent once is there once', () => {
    expect(rulesBroken(done([0, 10], complete(1, 1)), done([20, 30], complete(1, 2)))).toEqual(['R13']);
    expect(
      rulesBroken(
        take([0, 10], 1, 1, { threadId: 'A', marker: 'm' }),
        take([20, 30], 2, 2, { threadId: 'B', marker: 'm' }),
      ),
    ).toEqual(['R13']);
  });

  it('R13: a restart, also one whose answer was lost, explains a second task with the same marker', () => {
    const restart: Item = { verb: 'restart', id: 1 };
    const first = take([0, 10], 1, 1, { threadId: 'A', marker: 'm' });
    const second = take([40, 50], 2, 2, { threadId: 'B', marker: 'm' });
    expect(rulesBroken(first, done([20, 30], restart, { newId: 2 }), second)).toEqual([]);
    expect(rulesBroken(first, entry([20, 30], { items: [restart] }, null), second)).toEqual([]);
  });

  it('R2: nothing is handed out before its time', () => {
    expect(rulesBroken(take([0, 10], 1, 1, { scheduledAtMs: 11 }))).toEqual(['R2']);
  });

  it('R5: a retry waits as long as its worker asked', () => {
    const fail: Item = { verb: 'fail', id: 1, token: 1, retryable: true, retryAfterMs: 900 };
    expect(rulesBroken(done([0, 10], fail, { scheduledAtMs: 905 }))).toEqual([]);
    expect(rulesBroken(done([0, 10], fail, { scheduledAtMs: 5 }))).toEqual(['R5']);
  });

  it('R14: between the answer to a pause and the next resume nothing is handed out that was asked for meanwhile', () => {
    const pause = entry([0, 10], { queue: 'q', hold: 'pause' }, {});
    const resume = entry([100, 110], { queue: 'q', hold: 'resume' }, {});
    expect(rulesBroken(pause, take([20, 30], 1, 1), resume)).toEqual(['R14']);
    expect(rulesBroken(pause, take([5, 30], 1, 1), resume)).toEqual([]);
    expect(rulesBroken(pause, take([20, 105], 1, 1), resume)).toEqual([]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { compareAnswers, compareTimes } from '../src/commands/compare.js';
import type { Expected } from '../src/commands/model-step.js';
import type { Answer, Entry, Taken } from '../src/history/entry.js';

const nothing: Answer = { admitted: [], results: [], taken: [] };
const expecting = (more: Partial<Expected>): Expected => ({
  admitted: [],
  results: [],
  taken: [],
  instantsMs: [],
  ...more,
});

const entry = (answer: Partial<Answer>): Entry => ({
  number: 1,
  client: 'commands',
  replica: 0,
  askedAtMs: 10_000,
  endedAtMs: 10_020,
  asked: {
    queue: 'q',
    sent: [],
    items: [],
    demand: { max: 1, waitMs: 0, workerId: 'commands', keepaliveTimeoutMs: 1_000 },
    hold: null,
  },
  fate: 'answered',
  answer: { ...nothing, ...answer },
  reason: null,
});

describe('A task that is sent with a key', () => {
  const isRight = (told: { id: number; isRepeat: boolean }, model: { id: number; isRepeat: boolean }) => {
    const repeat = told.isRepeat ? { deduplicated: true as const } : {};
    const admitted = [{ id: told.id, scheduledAtMs: 5, enqueuedAtMs: 5, ...repeat }];
    const expected = expecting({ admitted: [{ ...model, scheduledAtMs: 5 }] });
    return compareAnswers({ ...nothing, admitted }, expected).length === 0;
  };

  it('is new once, and the first one from then on', () => {
    expect(isRight({ id: 1, isRepeat: false }, { id: 1, isRepeat: false })).toBe(true);
    expect(isRight({ id: 1, isRepeat: true }, { id: 1, isRepeat: true })).toBe(true);
    expect(isRight({ id: 2, isRepeat: false }, { id: 1, isRepeat: true })).toBe(false);
    expect(isRight({ id: 1, isRepeat: true }, { id: 2, isRepeat: false })).toBe(false);
    expect(isRight({ id: 2, isRepeat: true }, { id: 1, isRepeat: true })).toBe(false);
  });
});

describe('A lease', () => {
  const taken = (leaseExpiresAtMs: number): Taken => ({
    id: 1,
    token: 1,
    queue: 'q',
    threadId: null,
    type: null,
    marker: 'm',
    attempt: 1,
    maxAttempts: 1,
    enqueuedAtMs: 0,
    scheduledAtMs: 0,
    leaseExpiresAtMs,
  });

  it.each([
    [11_010, true],
    [10_500, false],
    [11_500, false],
  ])('that begins with its dequeue and ends at %d: %s', (endsAtMs, isRight) => {
    const differences = compareTimes(entry({ taken: [taken(endsAtMs)] }), expecting({}));
    expect(differences).toHaveLength(isRight ? 0 : 1);
  });

  it.each([
    [20_010, true],
    [19_500, false],
    [20_500, false],
  ])('that is prolonged to 20,000 and ends at %d: %s', (leaseExpiresAtMs, isRight) => {
    const results = [{ id: 1, status: 'ok' as const, leaseExpiresAtMs: 20_000 }];
    const told = entry({ results: [{ status: 'ok', leaseExpiresAtMs }] });
    expect(compareTimes(told, expecting({ results }))).toHaveLength(isRight ? 0 : 1);
  });

  it('R5: a retry is as far away as its backoff says', () => {
    const toldAt = (instantMs: number) => compareTimes(entry({}), expecting({ instantsMs: [instantMs] }));
    expect(toldAt(10_010)).toEqual([]);
    expect(toldAt(9_600)).toHaveLength(1);
    expect(toldAt(10_400)).toHaveLength(1);
  });
});

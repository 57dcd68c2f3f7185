import { describe, expect, it } from '@jest/globals';
import type { Cause, TaskSummary } from '@spool/contracts';
import { compareMembers, wordHeadsNext, wordIfFailed, wordNobody, wordWhenFinished } from './thread-words.js';

const reading = { nowMs: Date.parse('2026-11-30T10:03:00.000Z'), zone: 'UTC' };

const member = (change: Partial<TaskSummary>): TaskSummary => ({
  id: '4812',
  queue: 'orders',
  threadId: 'customer-7',
  type: null,
  state: 'ENQUEUED',
  phase: 'waiting',
  attempt: 0,
  maxAttempts: 5,
  scheduledAt: '2026-11-30T10:02:11.000Z',
  enqueuedAt: '2026-11-30T10:02:11.000Z',
  ...change,
});

const sentence = (head: TaskSummary, other: TaskSummary): string => {
  const { firstTime, secondTime, verdict } = compareMembers(head, other, 'UTC');
  return `${firstTime}, id ${head.id} comes before ${secondTime}, id ${other.id}: ${verdict}`;
};

describe('R2: why a member is the head', () => {
  it('is its smaller id at the same time', () => {
    expect(sentence(member({}), member({ id: '4820' }))).toBe(
      '10:02:11.000, id 4812 comes before 10:02:11.000, id 4820: same time, smaller id',
    );
  });

  it('is its earlier time, with the dates where they differ', () => {
    expect(sentence(member({}), member({ id: '7', scheduledAt: '2026-12-01T00:00:00.000Z' }))).toBe(
      '2026-11-30 10:02:11.000, id 4812 comes before 2026-12-01 00:00:00.000, id 7: earlier time',
    );
  });
});

describe('what runs next', () => {
  it.each<[TaskSummary | 'hidden' | null, string]>([
    [member({}), 'When 4790 finishes, 4812 runs at once.'],
    [
      member({ scheduledAt: '2026-11-30T10:08:00.000Z' }),
      'When 4790 finishes, 4812 is next: it is due at 10:08 (in 5 min 0 s).',
    ],
    [
      member({ attempt: 1, scheduledAt: '2026-11-30T10:03:20.000Z' }),
      'When 4790 finishes, 4812 is next: its attempt 2 of 5 is due at 10:03:20 (in 20 s).',
    ],
    [member({ phase: 'paused' }), 'When 4790 finishes, 4812 is next, once queue orders is resumed.'],
    ['hidden', 'When 4790 finishes, a task in a queue that you may not read is next.'],
    [null, 'When 4790 finishes, the thread has no member left and ceases to exist.'],
  ])('when the running one finishes, with the head %#', (head, words) => {
    expect(wordWhenFinished('4790', head, reading)).toBe(words);
  });

  it('R5: when it fails is told with its next attempt', () => {
    const running = member({ id: '4790', attempt: 2 });
    const forecast = { outcome: 'retrying', attempt: 3, at: '2026-11-30T10:07:12.000Z' } as const;

    expect(wordIfFailed(forecast, running, member({}), reading)).toBe(
      'If it fails, its attempt 3 of 5 is due at about 10:07.',
    );
    expect(
      wordIfFailed(forecast, running, member({ scheduledAt: '2026-11-30T11:00:00.000Z' }), reading),
    ).toBe('If it fails, its attempt 3 of 5 is due at about 10:07, before 4812.');
  });

  it('R6: when its last attempt fails is told with who goes on', () => {
    expect(wordIfFailed({ outcome: 'dead' }, member({ id: '4790' }), member({}), reading)).toBe(
      'If it fails, it is dead: this is its last attempt of 5. 4812 runs at once.',
    );
  });

  it('is the head’s own step where nobody runs', () => {
    expect(wordHeadsNext({ code: 'ready' }, member({}), reading)).toBe(
      '4812 runs as soon as a worker of orders asks.',
    );
    expect(wordHeadsNext({ code: 'at_time', at: '2026-11-30T10:08:00.000Z' }, member({}), reading)).toBe(
      '4812 runs at 10:08 (in 5 min 0 s).',
    );
  });
});

describe('why nobody is running', () => {
  it.each<[Cause[], string]>([
    [[], 'no worker has taken the head, 4812, yet'],
    [[{ code: 'queue_paused', queue: 'orders' }], 'queue orders is paused'],
    [
      [
        { code: 'backoff', until: '2026-11-30T10:03:20.000Z' },
        { code: 'no_worker_seen', queue: 'orders' },
      ],
      'the head, 4812, waits for its attempt 1, due in 20 s, and no worker asked for tasks of orders in the last minutes',
    ],
    [
      [{ code: 'not_due', until: '2026-11-30T10:08:00.000Z' }],
      'the head, 4812, is not due yet: its time comes in 5 min 0 s',
    ],
  ])('words %j', (causes, words) => {
    expect(wordNobody(causes, member({}), reading.nowMs)).toBe(`Nobody is running because ${words}.`);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { DeadTask, TaskSummary } from '@spool/contracts';
import { Sightings } from './sightings.js';

const task = (id: string, state: TaskSummary['state'], attempt = 0): TaskSummary => ({
  id,
  queue: 'orders',
  threadId: null,
  type: null,
  state,
  phase: null,
  attempt,
  maxAttempts: 5,
  scheduledAt: '2026-11-30T01:00:00.000Z',
  enqueuedAt: '2026-11-30T01:00:00.000Z',
});
const dead = (id: string, diedAt: string): DeadTask => ({
  ...task(id, 'DEAD', 5),
  diedAt,
  error: { type: null, message: 'broken' },
  group: '0123456789abcdef',
});
const seenAt = '2026-11-30T02:00:00.000Z';

const happened = (
  before: [TaskSummary[], DeadTask[]],
  now: [TaskSummary[], DeadTask[]],
): [string, string][] => {
  const sightings = new Sightings();
  expect(sightings.see(...before, seenAt)).toEqual([]);
  return sightings.see(...now, seenAt).map(({ what, task: { id } }) => [id, what]);
};

describe('what is seen between two looks', () => {
  it.each([
    [task('7', 'ENQUEUED'), task('7', 'IN_PROGRESS', 1), 'started'],
    [task('7', 'IN_PROGRESS', 1), task('7', 'ENQUEUED', 1), 'retrying'],
    [task('7', 'ENQUEUED', 1), task('7', 'ENQUEUED', 2), 'retrying'],
    [task('7', 'IN_PROGRESS', 1), task('7', 'IN_PROGRESS', 2), 'started'],
    [task('7', 'IN_PROGRESS', 1), task('7', 'ENQUEUED', 0), 'released'],
    [task('7', 'IN_PROGRESS', 1), task('7', 'COMPLETED', 1), 'completed'],
    [task('7', 'DEAD', 5), task('7', 'RESTARTED', 5), 'restarted'],
    [task('7', 'DEAD', 5), task('7', 'FORWARDED', 5), 'forwarded'],
  ])('%o became %o: %s', (before, now, what) => {
    expect(happened([[before], []], [[now], []])).toEqual([['7', what]]);
    expect(happened([[now], []], [[now], []])).toEqual([]);
  });

  it('tells arrivals from older tasks that come into sight', () => {
    expect(
      happened([[task('9', 'ENQUEUED')], []], [[task('10', 'ENQUEUED'), task('8', 'ENQUEUED')], []]),
    ).toEqual([['10', 'enqueued']]);
    expect(happened([[], []], [[task('1', 'COMPLETED', 1)], []])).toEqual([['1', 'completed']]);
  });

  it('tells deaths by the DLQ, each once, and no older ones that come into sight', () => {
    const known = dead('5', '2026-11-30T01:30:00.000Z');
    const later = dead('3', '2026-11-30T01:31:00.000Z');
    const older = dead('4', '2026-11-30T01:29:00.000Z');
    expect(happened([[], [known]], [[], [later, known, older]])).toEqual([['3', 'died']]);
    expect(happened([[task('3', 'IN_PROGRESS', 5)], []], [[task('3', 'DEAD', 5)], [later]])).toEqual([
      ['3', 'died'],
    ]);
  });
});

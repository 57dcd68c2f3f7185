import { describe, expect, it } from '@jest/globals';
import type { Operation } from '@spool/contracts';
import { pendingOf, standingOf, wordOperation } from './operation-words.js';

const at = '2026-11-30T10:00:00.000Z';
const nothing = { passed: 0, failedAgain: 0, deleted: 0, waiting: 0 };

const operation = (change: Partial<Operation>): Operation => ({
  id: '17',
  action: 'restart',
  filter: {},
  queues: ['orders'],
  state: 'running',
  total: 2_413,
  done: 0,
  failed: 0,
  undone: 0,
  verified: nothing,
  undo: null,
  ratePerSecond: null,
  canary: null,
  reason: null,
  createdAt: at,
  createdBy: 'admin',
  finishedAt: null,
  verifiedAt: null,
  ...change,
});

describe('how an operation stands', () => {
  it.each<[Partial<Operation>, string, string]>([
    [
      { done: 812, verified: { ...nothing, passed: 300, waiting: 512 } },
      'running',
      '812 of 2,413 are restarted: 300 passed and 512 are still to end.',
    ],
    [
      { state: 'canary', canary: 5, done: 5, verified: { ...nothing, passed: 3, waiting: 2 } },
      'canary',
      'The first 5 are out: 3 passed and 2 are still to end. The other 2,408 follow when all of them have passed.',
    ],
    [
      { state: 'paused', canary: 5, done: 5, verified: { ...nothing, passed: 3, failedAgain: 2 } },
      'paused',
      '2 of the first 5 failed again, so the other 2,408 wait for your word.',
    ],
    [
      { state: 'completed', done: 2_413, verified: { ...nothing, passed: 2_400, waiting: 13 } },
      'verifying',
      'All are restarted, and not yet verified: 2,400 passed and 13 are still to end.',
    ],
    [
      {
        state: 'completed',
        done: 2_410,
        failed: 3,
        verified: { ...nothing, passed: 2_400, failedAgain: 10 },
        verifiedAt: at,
      },
      'verified',
      'Done and verified: 2,400 passed and 10 failed again. 3 tasks could not be done.',
    ],
    [
      {
        state: 'cancelled',
        done: 13,
        undone: 1_800,
        undo: 'completed',
        verified: { ...nothing, passed: 12, waiting: 1 },
      },
      'undone',
      '1,800 are back in the DLQ, 13 had started and stay as they are. Of these, 1 are still to end.',
    ],
    [{ action: 'delete', state: 'completed', total: 2, done: 2 }, 'deleted', '2 tasks are deleted.'],
    [{ state: 'completed', total: 0 }, 'verifying', 'Nothing was dead that the filter names.'],
  ])('%j is told', (change, standing, words) => {
    expect([standingOf(operation(change)), wordOperation(operation(change))]).toEqual([standing, words]);
  });

  it('counts what is still to be done', () => {
    expect(pendingOf(operation({ done: 400, failed: 3, undone: 10 }))).toBe(2_000);
  });
});

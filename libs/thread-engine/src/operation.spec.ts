import { describe, expect, it } from '@jest/globals';
import {
  allowanceAt,
  decideCommand,
  decideOperation,
  freshPace,
  paceAfter,
  waitingOf,
  type OperationCommand,
  type OperationState,
  type OperationStanding,
} from './operation.js';

const nowUs = 1_700_000_000_000_000;
const secondUs = 1_000_000;

const standing = (given: Partial<OperationStanding> = {}): OperationStanding => ({
  action: 'restart',
  state: 'running',
  undo: null,
  total: 100,
  done: 0,
  failed: 0,
  undone: 0,
  canary: null,
  isPastCanary: false,
  ended: { passed: 0, failedAgain: 0, deleted: 0 },
  isVerified: false,
  pace: null,
  ...given,
});

const next = (given: Partial<OperationStanding>) => decideOperation(standing(given), { nowUs, most: 50 });
const ends = (passed: number, failedAgain = 0, deleted = 0) => ({ passed, failedAgain, deleted });

describe('A running operation', () => {
  it.each([
    ['works on', {}, { kind: 'work', most: 50 }],
    ['is complete when nothing is left', { done: 60, failed: 40 }, { kind: 'finish', state: 'completed' }],
    ['is complete when it covers nothing', { total: 0 }, { kind: 'finish', state: 'completed' }],
    ['has failed when nothing could be done', { failed: 100 }, { kind: 'finish', state: 'failed' }],
    ['does its canary first', { canary: 5 }, { kind: 'work', most: 5 }],
    ['does the rest of its canary', { canary: 5, done: 3, failed: 20 }, { kind: 'work', most: 2 }],
    ['awaits its canary', { canary: 5, done: 5 }, { kind: 'await-canary' }],
    [
      'ends with a canary that is all',
      { canary: 5, total: 5, done: 5 },
      { kind: 'finish', state: 'completed' },
    ],
    ['works on past its canary', { canary: 5, done: 5, isPastCanary: true }, { kind: 'work', most: 50 }],
    ['undoes before all else', { undo: 'running' }, { kind: 'undo', most: 50 }],
  ] satisfies [string, Partial<OperationStanding>, object][])('%s', (_, given, step) => {
    expect(next(given)).toEqual(step);
  });
});

describe('A canary', () => {
  it.each([
    ['is awaited while one is left, whatever the others did', ends(3, 1), { kind: 'rest' }],
    ['passes when all passed', ends(5), { kind: 'pass-canary' }],
    ['passes when some were deleted and none failed', ends(3, 0, 2), { kind: 'pass-canary' }],
    ['fails when one failed again', ends(4, 1), { kind: 'fail-canary' }],
  ])('%s', (_, ended, step) => {
    expect(next({ state: 'canary', canary: 5, done: 5, ended })).toEqual(step);
  });
});

describe('An operation that does not work', () => {
  it.each([
    ['rests while it is paused', { state: 'paused' }, 'rest'],
    ['undoes while it is paused', { state: 'paused', undo: 'running' }, 'undo'],
    ['waits for those it restarted', { state: 'completed', done: 9, ended: ends(4, 2, 2) }, 'rest'],
    ['is verified when the last has ended', { state: 'completed', done: 9, ended: ends(4, 3, 2) }, 'verify'],
    ['is verified once', { state: 'completed', done: 9, ended: ends(9), isVerified: true }, 'rest'],
    ['is verified when it was cancelled, too', { state: 'cancelled', done: 1, ended: ends(1) }, 'verify'],
    ['waits for nothing that it deleted', { action: 'delete', state: 'cancelled', done: 9 }, 'verify'],
  ] satisfies [string, Partial<OperationStanding>, string][])('%s', (_, given, kind) => {
    expect(next(given).kind).toBe(kind);
  });

  it('counts what was undone as neither done nor waiting', () => {
    expect(waitingOf(standing({ done: 4, undone: 3, ended: ends(1, 1, 1) }))).toBe(1);
  });
});

describe('A pace', () => {
  it('lets one go at once, and the next when its time has come', () => {
    const fresh = freshPace(4, nowUs);
    expect(allowanceAt(fresh, nowUs)).toBe(1);
    const used = paceAfter(fresh, nowUs, 1);
    expect(allowanceAt(used, nowUs)).toBe(0);
    expect(allowanceAt(used, nowUs + secondUs / 4 - 1)).toBe(0);
    expect(allowanceAt(used, nowUs + secondUs / 4)).toBe(1);
  });

  it.each([1, 3, 7, 700, 9_999])('gives %d a second, however often it is asked', (perSecond) => {
    let pace = freshPace(perSecond, nowUs);
    let done = 0;
    for (let atUs = nowUs; atUs < nowUs + 10 * secondUs; atUs += 13_337) {
      const most = Math.min(200, allowanceAt(pace, atUs));
      pace = paceAfter(pace, atUs, most);
      done += most;
    }
    expect(done).toBeLessThanOrEqual(10 * perSecond + 1);
    expect(done).toBeGreaterThan(10 * perSecond * 0.98 - 1);
  });

  it('saves up a second at most', () => {
    expect(allowanceAt(freshPace(10, nowUs), nowUs + 3_600 * secondUs)).toBe(10);
  });

  it('rests an operation whose allowance is used up, and bounds what it does', () => {
    const pace = paceAfter(freshPace(10, nowUs), nowUs, 1);
    expect(next({ pace })).toEqual({ kind: 'rest' });
    expect(next({ pace: freshPace(10, nowUs - secondUs) })).toEqual({ kind: 'work', most: 10 });
  });

  it('is not held up by a clock that stepped back', () => {
    const pace = paceAfter({ perSecond: 10, usedUntilUs: nowUs + 3_600 * secondUs }, nowUs, 1);
    expect(allowanceAt(pace, nowUs + secondUs)).toBeGreaterThan(0);
  });
});

describe('A command', () => {
  const states: readonly OperationState[] = [
    'running',
    'paused',
    'canary',
    'completed',
    'cancelled',
    'failed',
  ];
  const refused = { refusal: 'has-ended' };
  const becomes: Readonly<Record<OperationCommand, readonly (string | null)[]>> = {
    pause: ['paused', 'paused', 'paused', null, null, null],
    resume: ['running', 'running', 'running', null, null, null],
    cancel: ['cancelled', 'cancelled', 'cancelled', null, 'cancelled', null],
    undo: ['cancelled', 'cancelled', 'cancelled', 'completed', 'cancelled', 'failed'],
  };

  const cases = Object.entries(becomes).flatMap(([command, expected]) =>
    expected.map(
      (outcome, index) =>
        [command, states[index], outcome] as [OperationCommand, OperationState, string | null],
    ),
  );

  it.each(cases)('%s makes of %s: %s', (command, state, outcome) => {
    const expected = outcome === null ? refused : { state: outcome };
    expect(decideCommand(standing({ state }), command)).toMatchObject(expected);
  });

  it('undo begins an undo, but not of what was deleted', () => {
    expect(decideCommand(standing(), 'undo')).toMatchObject({ undo: 'running' });
    expect(decideCommand(standing({ action: 'delete' }), 'undo')).toEqual({ refusal: 'cannot-return' });
  });

  it('resume goes past a canary that is out, and not past one that is not', () => {
    const resumed = (given: Partial<OperationStanding>) =>
      decideCommand(standing({ canary: 5, ...given }), 'resume');
    expect(resumed({ state: 'canary', done: 5 })).toMatchObject({ isPastCanary: true });
    expect(resumed({ state: 'paused', done: 5 })).toMatchObject({ isPastCanary: true });
    expect(resumed({ state: 'paused', done: 4 })).toMatchObject({ isPastCanary: false });
  });
});

describe('An operation at its edges', () => {
  it('takes a clock that has stepped back for one at the last task’s share ahead, and no less', () => {
    expect(allowanceAt({ perSecond: 2, usedUntilUs: nowUs + secondUs / 2 }, nowUs)).toBe(0);
    expect(allowanceAt({ perSecond: 2, usedUntilUs: nowUs + secondUs / 2 + 1 }, nowUs)).toBe(1);
  });

  it('counts what was undone as done', () => {
    expect(next({ total: 2, done: 1, undone: 1 })).toEqual({ kind: 'finish', state: 'completed' });
    expect(next({ total: 2, failed: 1, undone: 1 })).toEqual({ kind: 'finish', state: 'completed' });
  });

  it('is verified also when it failed', () => {
    expect(next({ state: 'failed' })).toEqual({ kind: 'verify' });
    expect(next({ state: 'failed', isVerified: true })).toEqual({ kind: 'rest' });
  });

  it('resumes past no canary that is not there, and past none while it runs', () => {
    expect(decideCommand(standing({ state: 'paused', done: 9 }), 'resume')).toMatchObject({
      isPastCanary: false,
    });
    expect(decideCommand(standing({ canary: 5, done: 5 }), 'resume')).toMatchObject({ isPastCanary: false });
    expect(decideCommand(standing({ state: 'paused', canary: 5, done: 5 }), 'resume')).toMatchObject({
      isPastCanary: true,
    });
  });
});

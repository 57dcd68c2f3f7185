import { describe, expect, it } from '@jest/globals';
import { settlementOf, type RunEnding } from './settlement.js';
import {
  HandlerTimeoutError,
  LeaseLostError,
  NonRetryableError,
  RetryAfterError,
  WorkerStoppedError,
} from './task-errors.js';

const returned = (value?: unknown): RunEnding => ({ kind: 'returned', value });
const threw = (thrown: unknown): RunEnding => ({ kind: 'threw', thrown });
const abandoned: RunEnding = { kind: 'abandoned' };

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

describe('A run that was not cancelled', () => {
  it('completes with what its handler returned', () => {
    expect(settlementOf(returned({ sent: true }), null)).toMatchObject({
      kind: 'complete',
      result: { sent: true },
    });
    expect(settlementOf(returned(), null)).toMatchObject({ kind: 'complete', result: undefined });
  });

  it.each([
    ['a cycle', cyclic],
    ['a BigInt', { n: 1n }],
    ['a function', () => 1],
    ['a number that JSON changes', { n: 2 ** 60 }],
    ['too long a text', 'x'.repeat(70_000)],
  ])('fails for good when its result is %s', (_, value) => {
    expect(settlementOf(returned(value), null)).toMatchObject({
      kind: 'fail',
      failure: { retryable: false, error: { type: 'UNUSABLE_RESULT' } },
    });
  });

  it('fails with what its handler threw', () => {
    expect(settlementOf(threw(new TypeError('No url.')), null)).toMatchObject({
      kind: 'fail',
      failure: { retryable: true, error: { type: 'TypeError', message: 'No url.' } },
    });
  });

  it('weighs what its result and its error add to a request', () => {
    expect(settlementOf(returned('x'.repeat(5_000)), null)?.bytes).toBeGreaterThan(5_000);
    expect(settlementOf(threw('x'.repeat(5_000)), null)?.bytes).toBeGreaterThan(5_000);
  });
});

describe('A run that was cancelled', () => {
  it('tells nothing when its lease is lost, whatever its handler did', () => {
    for (const ending of [returned(1), threw(new Error('late')), abandoned])
      expect(settlementOf(ending, new LeaseLostError('lapsed'))).toBeNull();
  });

  it('at its time limit fails with that, unless the work was done or the handler knows better', () => {
    const reason = new HandlerTimeoutError(50);
    for (const ending of [threw(new Error('aborted')), abandoned])
      expect(settlementOf(ending, reason)).toMatchObject({ failure: { error: { type: 'HANDLER_TIMEOUT' } } });
    expect(settlementOf(returned(1), reason)).toMatchObject({ kind: 'complete' });
    expect(settlementOf(threw(new NonRetryableError('Never.')), reason)).toMatchObject({
      failure: { retryable: false, error: { message: 'Never.' } },
    });
  });

  it('by a stop is handed back, unless the work was done or the handler knows better', () => {
    const reason = new WorkerStoppedError();
    for (const ending of [threw(reason), abandoned])
      expect(settlementOf(ending, reason)).toMatchObject({ kind: 'release' });
    expect(settlementOf(returned(1), reason)).toMatchObject({ kind: 'complete' });
    expect(settlementOf(threw(new RetryAfterError(5_000)), reason)).toMatchObject({
      kind: 'fail',
      failure: { retryAfterMs: 5_000 },
    });
  });
});

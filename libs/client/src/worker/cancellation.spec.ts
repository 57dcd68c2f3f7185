import { describe, expect, it } from '@jest/globals';
import { Cancellation } from './cancellation.js';

const reason = new Error('enough');

describe('A cancellation', () => {
  it('fires the signal that was asked for before it', () => {
    const cancellation = new Cancellation();
    const { signal } = cancellation;
    cancellation.cancel(reason);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe(reason);
  });

  it('is seen in a signal that is asked for after it', () => {
    const cancellation = new Cancellation();
    cancellation.cancel(reason);
    expect(cancellation.signal.reason).toBe(reason);
  });

  it('happens once, for its first reason', () => {
    const cancellation = new Cancellation();
    let calls = 0;
    cancellation.whenCancelled(() => (calls += 1));
    cancellation.cancel(reason);
    cancellation.cancel(new Error('later'));
    expect([calls, cancellation.reason]).toEqual([1, reason]);
  });

  it('calls back at once when it has happened', () => {
    const cancellation = new Cancellation();
    cancellation.cancel(reason);
    let calls = 0;
    cancellation.whenCancelled(() => (calls += 1));
    expect(calls).toBe(1);
  });
});

import { describe, expect, it } from '@jest/globals';
import { endedLeases, firstEndMs, leaseEndAfterWaitingMs, leaseEndMs, nextBeatMs } from './lease-clock.js';

const timeoutMs = 30_000;

describe('A lease, by the worker’s clock', () => {
  it('is counted from when its request left: never later than Spool counts it', () => {
    expect(leaseEndMs({ sentAtMs: 1_000 }, timeoutMs)).toBe(31_000);
  });

  it('that a waiting call brought is counted from the answer, less what it may have travelled', () => {
    expect(leaseEndAfterWaitingMs({ sentAtMs: 0, answeredAtMs: 20_000 }, timeoutMs)).toBe(47_000);
  });

  it('that a call brought at once is not counted from before that call', () => {
    expect(leaseEndAfterWaitingMs({ sentAtMs: 1_000, answeredAtMs: 1_005 }, timeoutMs)).toBe(31_000);
  });

  it('has ended at its end, not before', () => {
    const leases = [{ leaseEndsAtMs: 5 }, { leaseEndsAtMs: 7 }];
    expect(firstEndMs(leases)).toBe(5);
    expect(endedLeases(leases, 4.9)).toEqual([]);
    expect(endedLeases(leases, 5)).toEqual([{ leaseEndsAtMs: 5 }]);
    expect(firstEndMs([])).toBeNull();
  });
});

describe('The beat', () => {
  it('comes at a third of the timeout, and four times as soon after a failure', () => {
    expect(nextBeatMs(timeoutMs, false)).toBe(10_000);
    expect(nextBeatMs(timeoutMs, true)).toBe(2_500);
  });

  it('leaves time for a second try before a lease ends', () => {
    const tryMs = timeoutMs / 4;
    const secondTryMs = nextBeatMs(timeoutMs, false) + tryMs + nextBeatMs(timeoutMs, true);
    expect(secondTryMs + tryMs).toBeLessThan(timeoutMs);
  });
});

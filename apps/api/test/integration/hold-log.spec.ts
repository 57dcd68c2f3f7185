import { describe, expect, it } from '@jest/globals';
import { HoldLog } from '../support/hold-log.js';

const member = (leaseToken: string, startedAtMs: number, expiresAtMs: number) => ({
  id: `1${leaseToken}`,
  threadId: 'customer-42',
  leaseToken,
  startedAtMs,
  expiresAtMs,
});

const longAgo = 1_000;
const farAway = Number.MAX_SAFE_INTEGER;

describe('The log of holds', () => {
  it('finds nothing where each began after the one before had ended or lapsed', () => {
    const log = new HoldLog();
    log.noteTaken(member('1', longAgo, longAgo + 10));
    log.noteTaken(member('2', longAgo + 10, farAway));
    log.noteEnding('2');
    log.noteTaken(member('3', Date.now(), farAway));
    log.noteDeleting('13');
    log.noteTaken(member('4', Date.now(), farAway));
    expect(log.violations()).toEqual([]);
  });

  it('knows that a deletion ends a hold of which nobody has been told yet', () => {
    const log = new HoldLog();
    log.noteDeleting('11');
    log.noteTaken(member('1', Date.now(), farAway));
    log.noteTaken(member('2', Date.now() + 1, farAway));
    expect(log.violations()).toEqual([]);
  });

  it('sees two that overlap', () => {
    const log = new HoldLog();
    log.noteTaken(member('1', longAgo, longAgo + 10));
    log.noteTaken(member('2', longAgo + 9, farAway));
    expect(log.violations()).toEqual([expect.stringContaining('token 2 began at 1009')]);
  });

  it('sees a token that is smaller than an earlier one’s', () => {
    const log = new HoldLog();
    log.noteTaken(member('10', longAgo, longAgo + 10));
    log.noteTaken(member('9', longAgo + 20, longAgo + 30));
    expect(log.violations()).toHaveLength(1);
  });

  it('sees a token that was given twice', () => {
    const log = new HoldLog();
    log.noteTaken(member('1', longAgo, longAgo + 10));
    expect(() => log.noteTaken(member('1', longAgo + 20, farAway))).toThrow('given twice');
  });
});

import { describe, expect, it } from '@jest/globals';
import type { DatabaseTrouble } from './database-error.js';
import { RetryPolicy, type RetryVerdict } from './retry-policy.js';

const verdictsOf = (troubles: readonly DatabaseTrouble[], chance = 1): RetryVerdict[] => {
  const policy = new RetryPolicy();
  return troubles.map((trouble) => policy.after(trouble, chance));
};

const times = (count: number, trouble: DatabaseTrouble): DatabaseTrouble[] =>
  Array.from({ length: count }, () => trouble);

describe('RetryPolicy', () => {
  it('tries a deadlock again, later each time up to a fifth of a second, and gives up after twenty', () => {
    const verdicts = verdictsOf(times(20, 'deadlock'));
    expect(verdicts.slice(0, 3)).toEqual([
      { action: 'retry', delayMs: 10 },
      { action: 'retry', delayMs: 20 },
      { action: 'retry', delayMs: 30 },
    ]);
    expect(verdicts[18]).toEqual({ action: 'retry', delayMs: 190 });
    expect(verdicts[19]).toEqual({ action: 'unavailable' });
  });

  it('spreads those that collided by chance', () => {
    expect(verdictsOf(['deadlock'], 0)).toEqual([{ action: 'retry', delayMs: 0 }]);
    expect(verdictsOf(['deadlock'], 0.5)).toEqual([{ action: 'retry', delayMs: 5 }]);
  });

  it('tries once more after a lock timeout, for each has cost three seconds', () => {
    expect(verdictsOf(['lock-timeout', 'lock-timeout'])).toEqual([
      { action: 'retry', delayMs: 0 },
      { action: 'unavailable' },
    ]);
  });

  it('tries no more after a lock timeout where each caller is tried alone then', () => {
    const verdict = new RetryPolicy(1).after('lock-timeout', 0);
    expect(verdict).toEqual({ action: 'unavailable' });
  });

  it('tries twice more after a lost connection, and not at all where none can be made', () => {
    expect(verdictsOf(times(3, 'connection-lost'))).toEqual([
      { action: 'retry', delayMs: 50 },
      { action: 'retry', delayMs: 100 },
      { action: 'unavailable' },
    ]);
    expect(verdictsOf(['unreachable'])).toEqual([{ action: 'unavailable' }]);
    expect(verdictsOf(['cannot-write'])).toEqual([{ action: 'unavailable' }]);
  });

  it('counts each trouble by itself', () => {
    const verdicts = verdictsOf(['lock-timeout', 'deadlock', 'connection-lost', 'lock-timeout']);
    expect(verdicts.map(({ action }) => action)).toEqual(['retry', 'retry', 'retry', 'unavailable']);
  });

  it.each<DatabaseTrouble>(['duplicate-key', 'other'])('leaves %s to the caller', (trouble) => {
    expect(verdictsOf([trouble])).toEqual([{ action: 'rethrow' }]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { queueConfiguration, type QueuePatch } from '@spool/contracts';
import { SpoolError } from '../platform/spool-error.js';
import { mergeConfiguration } from './configuration-patch.js';

const current = queueConfiguration.parse({
  maxAttempts: 3,
  backoff: { type: 'fixed', initialMs: 500, maxMs: 2_000 },
  deadLetter: { mode: 'forward', queue: 'graves' },
  retention: { completedMs: 1, deadMs: 2 },
  description: 'Orders',
});

const placesOfFlaws = (patch: QueuePatch): string[] => {
  try {
    mergeConfiguration(current, patch);
    return [];
  } catch (error) {
    if (!(error instanceof SpoolError)) throw error;
    return (error.extras.errors ?? []).map(({ path }) => path);
  }
};

describe('A patch of a queue’s configuration', () => {
  it('that is empty changes nothing', () => {
    expect(mergeConfiguration(current, {})).toEqual(current);
  });

  it('replaces what it names, and keeps the rest', () => {
    const merged = mergeConfiguration(current, { maxAttempts: 7, description: '' });
    expect(merged).toEqual({ ...current, maxAttempts: 7, description: '' });
  });

  it('is merged within nested settings too', () => {
    const merged = mergeConfiguration(current, { backoff: { initialMs: 700 }, retention: { deadMs: 9 } });
    expect(merged.backoff).toEqual({ ...current.backoff, initialMs: 700 });
    expect(merged.retention).toEqual({ completedMs: 1, deadMs: 9 });
  });

  it('drops the target of a mode that needs none', () => {
    expect(mergeConfiguration(current, { deadLetter: { mode: 'retain' } }).deadLetter).toEqual({
      mode: 'retain',
    });
    expect(mergeConfiguration(current, { deadLetter: { mode: 'discard' } }).deadLetter).toEqual({
      mode: 'discard',
    });
  });

  it('changes the target alone, or repeats the mode', () => {
    const toMail = { mode: 'forward', queue: 'mail' };
    expect(mergeConfiguration(current, { deadLetter: { queue: 'mail' } }).deadLetter).toEqual(toMail);
    expect(mergeConfiguration(current, { deadLetter: { mode: 'forward' } }).deadLetter).toEqual(
      current.deadLetter,
    );
  });

  it.each<[QueuePatch, string[]]>([
    [{ maxAttempts: 0 }, ['/maxAttempts']],
    [{ maxAttempts: '7' }, ['/maxAttempts']],
    [{ backoff: { initialMs: 3_000 } }, ['/backoff/maxMs']],
    [{ backoff: { speed: 1 } }, ['/backoff/speed']],
    [{ deadLetter: { mode: 'retain', queue: 'mail' } }, ['/deadLetter/queue']],
    [{ deadLetter: { mode: 'bury' } }, ['/deadLetter/mode']],
    [{ retention: { deadMs: -1 }, ordering: 'random' }, ['/retention/deadMs', '/ordering']],
  ])('is checked as a whole: %j', (patch, places) => {
    expect(placesOfFlaws(patch).toSorted()).toEqual(places.toSorted());
  });
});

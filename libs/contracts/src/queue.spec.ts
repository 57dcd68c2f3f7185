import { describe, expect, it } from '@jest/globals';
import { limits } from './limits.js';
import { queueConfiguration } from './queue.js';

const dayMs = 86_400_000;

const flawsOf = (given: unknown): string[] | undefined =>
  queueConfiguration.safeParse(given).error?.issues.map(({ path }) => path.join('/'));

describe('A queue’s configuration', () => {
  it('has the documented defaults', () => {
    expect(queueConfiguration.parse({})).toEqual({
      maxAttempts: 5,
      backoff: { type: 'exponential', initialMs: 1_000, factor: 2, maxMs: 3_600_000, jitter: 0 },
      keepaliveTimeoutMs: 30_000,
      maxRunMs: 0,
      deadLetter: { mode: 'retain' },
      retention: { completedMs: dayMs, deadMs: 30 * dayMs },
      dedupWindowMs: 600_000,
      ordering: 'scheduled',
      threadScope: 'installation',
      description: '',
    });
  });

  it('comes out as it went in once it is complete', () => {
    const complete = queueConfiguration.parse({
      deadLetter: { mode: 'forward', queue: 'graves' },
      ordering: 'fair',
    });
    expect(queueConfiguration.parse(complete)).toEqual(complete);
  });

  it('has a longest backoff that is never below the first', () => {
    expect(queueConfiguration.parse({ backoff: { initialMs: 2 * 3_600_000 } }).backoff.maxMs).toBe(
      2 * 3_600_000,
    );
    expect(queueConfiguration.parse({ backoff: { initialMs: 0, maxMs: 0 } }).backoff.maxMs).toBe(0);
  });

  it.each<[string, object]>([
    ['maxAttempts', { maxAttempts: limits.attempts }],
    ['backoff', { backoff: { initialMs: dayMs, factor: 10, maxMs: 30 * dayMs, jitter: 1 } }],
    ['keepaliveTimeoutMs', { keepaliveTimeoutMs: 1_000 }],
    ['maxRunMs', { maxRunMs: 30 * dayMs }],
    ['retention', { retention: { completedMs: 0, deadMs: 400 * dayMs } }],
    ['dedupWindowMs', { dedupWindowMs: 0 }],
    ['description', { description: 'x'.repeat(500) }],
  ])('takes the bounds of %s', (_, given) => {
    expect(queueConfiguration.parse(given)).toMatchObject(given);
  });

  it.each<[object, string]>([
    [{ maxAttempts: 0 }, 'maxAttempts'],
    [{ maxAttempts: 1_001 }, 'maxAttempts'],
    [{ backoff: { type: 'linear' } }, 'backoff/type'],
    [{ backoff: { initialMs: dayMs + 1 } }, 'backoff/initialMs'],
    [{ backoff: { factor: 0.5 } }, 'backoff/factor'],
    [{ backoff: { factor: 11 } }, 'backoff/factor'],
    [{ backoff: { maxMs: 30 * dayMs + 1 } }, 'backoff/maxMs'],
    [{ backoff: { initialMs: 2, maxMs: 1 } }, 'backoff/maxMs'],
    [{ backoff: { jitter: 1.1 } }, 'backoff/jitter'],
    [{ keepaliveTimeoutMs: 999 }, 'keepaliveTimeoutMs'],
    [{ keepaliveTimeoutMs: dayMs + 1 }, 'keepaliveTimeoutMs'],
    [{ maxRunMs: 999 }, 'maxRunMs'],
    [{ deadLetter: { mode: 'forward' } }, 'deadLetter/queue'],
    [{ deadLetter: { mode: 'retain', queue: 'graves' } }, 'deadLetter/queue'],
    [{ retention: { deadMs: 400 * dayMs + 1 } }, 'retention/deadMs'],
    [{ dedupWindowMs: 30 * dayMs + 1 }, 'dedupWindowMs'],
    [{ ordering: 'random' }, 'ordering'],
    [{ threadScope: 'tenant' }, 'threadScope'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ paused: true }, ''],
  ])('is refused with %j', (given, path) => {
    expect(flawsOf(given)).toEqual([path]);
  });
});

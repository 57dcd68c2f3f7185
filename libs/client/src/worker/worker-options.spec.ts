import { describe, expect, it } from '@jest/globals';
import { SpoolClient } from '../spool-client.js';
import { workerSettingsOf, type WorkerBehaviour } from './worker-options.js';

const client = new SpoolClient({ url: 'http://spool.example' });
const handlers = () => undefined;
const settingsOf = (more: Partial<WorkerBehaviour> = {}) =>
  workerSettingsOf({ client, queue: 'orders', handlers, ...more });

describe('A worker’s settings', () => {
  it('have defaults', () => {
    expect(settingsOf()).toMatchObject({
      concurrency: 10,
      prefetch: 10,
      waitMs: 20_000,
      keepaliveTimeoutMs: null,
    });
  });

  it('name every worker otherwise', () => {
    expect(settingsOf().workerId).not.toBe(settingsOf().workerId);
  });

  it('limit a handler that has no limit of its own', () => {
    const { chooseHandler } = settingsOf({
      timeoutMs: 100,
      handlers: { slow: { handle: handlers, timeoutMs: 900 }, '*': handlers },
    });
    expect(chooseHandler('slow')?.timeoutMs).toBe(900);
    expect(chooseHandler('quick')?.timeoutMs).toBe(100);
  });

  it.each<Partial<WorkerBehaviour>>([
    { concurrency: 0 },
    { concurrency: 1.5 },
    { prefetch: -1 },
    { waitMs: 0 },
    { waitMs: 30_001 },
    { keepaliveTimeoutMs: 999 },
    { timeoutMs: 0 },
  ])('refuse %j', (more) => {
    expect(() => settingsOf(more)).toThrow(RangeError);
  });
});

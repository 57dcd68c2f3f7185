import { describe, expect, it } from '@jest/globals';
import { situationOf } from './situation.js';

describe('the situation of a task', () => {
  it.each(['ready', 'scheduled', 'backoff', 'waiting', 'paused'] as const)(
    'is its phase %s while it is enqueued',
    (phase) => {
      expect(situationOf({ state: 'ENQUEUED', phase })).toBe(phase);
    },
  );

  it.each([
    ['IN_PROGRESS', 'running'],
    ['COMPLETED', 'done'],
    ['DEAD', 'dead'],
    ['RESTARTED', 'restarted'],
    ['FORWARDED', 'forwarded'],
  ] as const)('of state %s is called %s', (state, situation) => {
    expect(situationOf({ state, phase: null })).toBe(situation);
  });
});

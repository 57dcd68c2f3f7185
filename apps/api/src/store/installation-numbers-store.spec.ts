import { describe, expect, it } from '@jest/globals';
import { phasesOf } from './installation-numbers-store.js';

const tally = { live: 1_000, inProgress: 100, waiting: 300, dead: 7, completed: 9 };
const candidates = tally.live - tally.inProgress - tally.waiting;
const limit = 200;

describe('The phases of a queue’s tasks', () => {
  it('are exact while what is not due was seen whole', () => {
    expect(phasesOf(tally, { limit, ready: limit, future: 150, backoff: 50 })).toEqual({
      ready: candidates - 150,
      scheduled: 100,
      backoff: 50,
      waiting: 300,
      in_progress: 100,
      dead: 7,
      completed: 9,
    });
  });

  it('tell exactly what is ready while that was seen whole, and divide what is not due as it was seen', () => {
    const phases = phasesOf(tally, { limit, ready: 40, future: limit, backoff: 50 });
    expect(phases).toMatchObject({ ready: 40, scheduled: 420, backoff: 140 });
  });

  it('count what was not seen as not due when there is more on both sides', () => {
    const phases = phasesOf(tally, { limit, ready: limit, future: limit, backoff: 0 });
    expect(phases).toMatchObject({ ready: limit, scheduled: candidates - limit, backoff: 0 });
  });

  it('are never below 0, while counters and tasks are read at two moments', () => {
    const none = { live: 0, inProgress: 0, waiting: 0, dead: 0, completed: 0 };
    expect(Object.values(phasesOf(none, { limit, ready: 3, future: 2, backoff: 1 }))).toEqual([
      0, 0, 0, 0, 0, 0, 0,
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import type { TaskDetail } from '@spool/contracts';
import { waterfallOf } from './waterfall.js';

const at = (second: number): string => new Date(second * 1_000).toISOString();

const taskWith = (given: Partial<TaskDetail>): TaskDetail => ({
  id: '1',
  queue: 'orders',
  threadId: null,
  type: null,
  state: 'ENQUEUED',
  phase: 'ready',
  attempt: 0,
  maxAttempts: 5,
  scheduledAt: at(100),
  enqueuedAt: at(100),
  payload: null,
  history: [],
  ...given,
});

const attempt = (
  number: number,
  from: number,
  to: number | null,
  outcome: 'completed' | 'failed' | null,
) => ({
  attempt: number,
  workerId: 'worker-1',
  startedAt: at(from),
  endedAt: to === null ? null : at(to),
  outcome,
});

/** Stretches as `kind from-to`, in seconds. */
const lanesOf = (task: TaskDetail, nowSecond: number): string[] =>
  waterfallOf(task, nowSecond * 1_000).lanes.map(({ attempt: number, stretches }) =>
    [number, ...stretches.map(({ kind, fromMs, toMs }) => `${kind} ${fromMs / 1_000}-${toMs / 1_000}`)].join(
      ', ',
    ),
  );

describe('the waterfall of a task', () => {
  it('shows a task that waits for its time, and then for a worker', () => {
    const task = taskWith({ scheduledAt: at(130) });

    expect(lanesOf(task, 110)).toEqual(['1, scheduled 100-130']);
    expect(lanesOf(task, 150)).toEqual(['1, scheduled 100-130, waiting 130-150']);
  });

  it('shows a running attempt until now', () => {
    const task = taskWith({ state: 'IN_PROGRESS', attempt: 1, history: [attempt(1, 105, null, null)] });

    expect(lanesOf(task, 120)).toEqual(['1, waiting 100-105, running 105-120']);
  });

  it('shows a failed attempt, and the backoff before the next', () => {
    const task = taskWith({ attempt: 1, scheduledAt: at(140), history: [attempt(1, 105, 110, 'failed')] });

    expect(lanesOf(task, 120)).toEqual(['1, waiting 100-105, failed 105-110', '2, backoff 110-140']);
  });

  it('ends with what it ended with', () => {
    const history = [attempt(1, 105, 110, 'failed'), attempt(2, 125, 126, 'completed')];
    const task = taskWith({ state: 'COMPLETED', attempt: 2, scheduledAt: at(120), history });

    expect(lanesOf(task, 500)).toEqual([
      '1, waiting 100-105, failed 105-110',
      '2, backoff 110-120, waiting 120-125, completed 125-126',
    ]);
  });

  it('spans its lanes, and leaves out the earliest of very many', () => {
    const history = Array.from({ length: 40 }, (_, index) =>
      attempt(index + 1, 100 + index * 10, 105 + index * 10, 'failed'),
    );
    const { lanes, omitted, fromMs, toMs } = waterfallOf(
      taskWith({ state: 'DEAD', attempt: 40, history }),
      900_000,
    );

    expect({ lanes: lanes.length, omitted }).toEqual({ lanes: 30, omitted: 10 });
    expect([fromMs, toMs]).toEqual([195_000, 495_000]);
  });
});

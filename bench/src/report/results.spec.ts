import { describe, expect, it } from '@jest/globals';
import { figuresOf, type RunResult } from './results.js';

const run = (side: RunResult['side'], value: number, workload: RunResult['workload'] = 'W1'): RunResult => ({
  workload,
  side,
  readings: [{ metric: 'drained', unit: 'tasks/s', value }],
  troubles: [],
});

describe('gathering the figures of a workload', () => {
  it('summarises the rounds of each side', () => {
    const results = [
      run('groupmq', 10),
      run('pg-boss', 1),
      run('groupmq', 30),
      run('groupmq', 20),
      run('pg-boss', 9, 'W2'),
    ];
    expect(figuresOf('W1', results)).toEqual([
      {
        metric: 'drained',
        unit: 'tasks/s',
        sides: [
          { side: 'groupmq', median: 20, lowest: 10, highest: 30 },
          { side: 'pg-boss', median: 1, lowest: 1, highest: 1 },
        ],
      },
    ]);
  });
});

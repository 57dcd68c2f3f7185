import { describe, expect, test } from '@jest/globals';
import { stageWith } from './model-stage.js';
import { phaseOf } from './running-order.js';
import { play } from './scenario.js';

describe('phases', () => {
  test('the first that holds of paused, waiting, backoff, scheduled and ready', () => {
    const stage = stageWith();
    play(
      stage,
      `
         0 | enqueue T,T |
         0 | enqueue V at 50 |
         0 | dequeue |
         0 | release 1#1 |
         0 | enqueue U |
         1 | dequeue 9 |
         2 | fail 4#3 |
      `,
    );
    const phases = () => stage.installation.tasks.map((task) => phaseOf(stage.installation, task, 3));
    expect(stage.installation.tasks.map((task) => task.state)).toEqual([
      'IN_PROGRESS',
      'ENQUEUED',
      'ENQUEUED',
      'ENQUEUED',
    ]);
    expect(phases().slice(1)).toEqual(['waiting', 'scheduled', 'backoff']);
    stage.perform({ kind: 'delete', ids: [1] }, 3);
    expect(phases().slice(1)).toEqual(['ready', 'scheduled', 'backoff']);
    stage.perform({ kind: 'pause', queue: 'q' }, 3);
    expect(phases().slice(1)).toEqual(['paused', 'paused', 'paused']);
  });
});

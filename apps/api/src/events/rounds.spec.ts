import { describe, expect, it } from '@jest/globals';
import { HandMovedClock } from '../../test/support/hand-moved-clock.js';
import { Rounds } from './rounds.js';

describe('Rounds', () => {
  it('do what they are told at intervals, whatever fails, until they are stopped', async () => {
    const clock = new HandMovedClock();
    const failures: unknown[] = [];
    const rounds = new Rounds(500, (error) => failures.push(error), clock);
    const broken = new Error('broken');
    const runs: string[] = [];
    rounds.every(500, () => {
      runs.push('often');
      throw broken;
    });
    rounds.every(1_500, () => void runs.push('seldom'));
    rounds.start();
    rounds.start();
    await clock.advance(499);
    expect(runs).toEqual([]);
    await clock.advance(1_001);
    expect(runs).toEqual(['often', 'often', 'often', 'seldom']);
    expect(failures).toEqual([broken, broken, broken]);
    rounds.stop();
    await clock.advance(10_000);
    expect(runs).toHaveLength(4);
    rounds.start();
    await clock.advance(500);
    expect(runs).toHaveLength(5);
  });

  it('go by the time of the process where they are given no other', async () => {
    const ran = new Promise<void>((resolve) => {
      const rounds = new Rounds(20, () => undefined);
      rounds.every(20, () => {
        rounds.stop();
        resolve();
      });
      rounds.start();
    });
    await ran;
  });
});

import { describe, expect, it } from '@jest/globals';
import { Rounds } from './rounds.js';

describe('Rounds', () => {
  it('do what they are told at intervals, whatever fails, until they are stopped', async () => {
    const failures: unknown[] = [];
    const rounds = new Rounds((error) => failures.push(error));
    let runs = 0;
    const ranTwice = new Promise<void>((resolve) => {
      rounds.every(1_000, () => {
        runs += 1;
        if (runs === 2) resolve();
        throw new Error('broken');
      });
    });
    const startedAt = performance.now();
    rounds.start();
    rounds.start();
    await ranTwice;
    rounds.stop();
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    expect(failures.length).toBeGreaterThanOrEqual(1);

    const another = new Promise<void>((resolve) => {
      rounds.every(1_000, () => resolve());
    });
    rounds.start();
    await another;
    rounds.stop();
    expect(runs).toBe(3);
  });
});

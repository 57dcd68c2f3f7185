import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { Chance } from '../src/chance.js';
import { checkHistory, type Verdict } from '../src/checker/check-history.js';
import { tasksInDoubt } from '../src/checker/ends.js';
import { sightingsOf } from '../src/checker/sightings.js';
import { trafficQueues } from '../src/traffic/plan.js';
import { Simulator } from './simulated-history.js';
import { wrongServices, type Service } from './wrong-services.js';

const timeoutMs = 120_000;
const calls = 120;
const clients = 5;

/** Simulates a run and judges it with as much knowledge as a real one has. */
const judge = (seed: number, service?: Service): Verdict => {
  const { entries, ends, attempts } = new Simulator(new Chance(seed), clients, service).run(calls);
  const seen = sightingsOf(entries);
  const doubtful = tasksInDoubt(entries, seen, attempts);
  const known = new Map([...ends].filter(([id]) => doubtful.has(id)));
  return checkHistory(entries, seen, known, trafficQueues);
};

describe('The checker', () => {
  it(
    'explains every history of a right service, with calls that overlap and answers that are lost',
    () => {
      let threads = 0;
      let undecided = 0;
      fc.assert(
        fc.property(fc.nat(), (seed) => {
          const verdict = judge(seed);
          threads += verdict.threads;
          undecided += verdict.undecided;
          expect(verdict.findings).toEqual([]);
        }),
        { numRuns: 100 },
      );
      expect(undecided).toBeLessThan(threads / 20);
    },
    timeoutMs,
  );

  it.each(Object.entries(wrongServices))(
    'finds out when %s',
    (_wrong, service) => {
      const seeds = Array.from({ length: 40 }, (_, index) => index + 1);
      expect(seeds.some((seed) => judge(seed, service).findings.length > 0)).toBe(true);
    },
    timeoutMs,
  );
});

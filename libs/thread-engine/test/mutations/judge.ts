import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { searchedQueue, startMs } from '../search/moves.js';
import { disagreement } from '../search/play-history.js';
import { history } from '../search/random-commands.js';
import { search, showCounterexample } from '../search/search.js';
import { emptyWorld } from '../search/world.js';

/** What `npm run mutate` asks of every mutant beside the specs: seconds of the minute that the whole search takes. */
const sameEachTime = { seed: 1, numRuns: 200, endOnFailure: true };
const patienceMs = 120_000;

describe('engine and model', () => {
  test(
    'agree in every state that a thread of 2 tasks can ever be in',
    () => {
      const space = { threadIds: ['A'], tasksPerThread: 2, workers: 2 };
      const { counterexample } = search(
        emptyWorld([searchedQueue], startMs),
        space,
        Number.POSITIVE_INFINITY,
      );
      expect(showCounterexample(counterexample)).toBe('none');
    },
    patienceMs,
  );

  test(
    'agree after every command of random histories',
    () => {
      const isRight = fc.property(history, (events) => disagreement(events) === null);
      expect(fc.check(isRight, sameEachTime).failed).toBe(false);
    },
    patienceMs,
  );
});

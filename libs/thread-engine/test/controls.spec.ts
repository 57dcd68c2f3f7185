import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { searchedQueue, startMs } from './search/moves.js';
import { disagreement } from './search/play-history.js';
import { history } from './search/random-commands.js';
import { search, showCounterexample } from './search/search.js';
import { emptyWorld } from './search/world.js';
import { wrongLeaseDecisions, wrongQueueDecisions, wrongThreadDecisions } from './search/wrong-engines.js';

const testTimeoutMs = 120_000;
const sameEachTime = { seed: 1, numRuns: 2_000, endOnFailure: true };
const space = { threadIds: ['A'], tasksPerThread: 3, workers: 2 };
const searched = { ...wrongThreadDecisions, ...wrongLeaseDecisions };
const everyWrongEngine = { ...searched, ...wrongQueueDecisions };

describe('the search goes red when', () => {
  test.each(Object.entries(searched))(
    '%s',
    (_wrong, engine) => {
      const { counterexample } = search(emptyWorld([searchedQueue], startMs, engine), space, 6);
      expect(showCounterexample(counterexample)).not.toBe('none');
    },
    testTimeoutMs,
  );
});

describe('the random histories go red when', () => {
  test.each(Object.entries(everyWrongEngine))(
    '%s',
    (_wrong, engine) => {
      const isRight = fc.property(history, (events) => disagreement(events, engine) === null);
      expect(fc.check(isRight, sameEachTime).failed).toBe(true);
    },
    testTimeoutMs,
  );
});

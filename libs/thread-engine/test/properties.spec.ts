import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { disagreement } from './search/play-history.js';
import { history } from './search/random-commands.js';

const testTimeoutMs = 300_000;
const histories = 1_500;

describe('random histories of many threads, free tasks and three kinds of queues', () => {
  test(
    'engine and model agree after every command',
    () => {
      // A failure prints its seed and its path: give both to `fc.assert` to see the same history again.
      fc.assert(
        fc.property(history, (events) => {
          expect(disagreement(events)).toBeNull();
        }),
        { numRuns: histories },
      );
    },
    testTimeoutMs,
  );
});

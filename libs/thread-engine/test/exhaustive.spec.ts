import { describe, expect, test } from '@jest/globals';
import type { Command } from '@spool/oracle/commands.js';
import { earliestMs, searchedQueue, startMs, type SearchSpace } from './search/moves.js';
import { search, showCounterexample, type SearchReport } from './search/search.js';
import { emptyWorld, step, type World } from './search/world.js';

const testTimeoutMs = 300_000;
const twoThreads: SearchSpace = { threadIds: ['A', 'B'], tasksPerThread: 3, workers: 2 };

function expectAgreement(what: string, report: SearchReport): void {
  process.stdout.write(
    `${what}: ${report.states} states, ${report.transitions} transitions, depth ${report.depth}\n`,
  );
  expect(showCounterexample(report.counterexample)).toBe('none');
}

/** Both threads full, both workers busy, and members before, at and after this instant. */
function fullHouse(): World {
  const start = emptyWorld([searchedQueue], startMs);
  const tasks = twoThreads.threadIds.flatMap((threadId) => [
    { queue: 'q', threadId },
    { queue: 'q', threadId, scheduledAtMs: earliestMs },
    { queue: 'q', threadId, scheduledAtMs: startMs + 1 },
  ]);
  const commands: Command[] = [
    { kind: 'enqueue', tasks },
    { kind: 'dequeue', queue: 'q', max: 2, workerId: 'worker' },
  ];
  return commands.reduce((world, command) => {
    const { world: next, differences } = step(world, command, startMs);
    expect(differences).toEqual([]);
    return next;
  }, start);
}

describe('engine and model agree on answers, heads, candidates and sizes, and every rule holds', () => {
  test(
    'from nothing, in every interleaving of 2 threads, 3 tasks each and 2 workers',
    () => expectAgreement('2 × 3 × 2', search(emptyWorld([searchedQueue], startMs), twoThreads, 5)),
    testTimeoutMs,
  );

  test(
    'from 2 full threads with both workers busy',
    () => expectAgreement('2 × 3 × 2, full', search(fullHouse(), twoThreads, 3)),
    testTimeoutMs,
  );

  test(
    'deeper into a single thread of 3 tasks',
    () => {
      const space = { threadIds: ['A'], tasksPerThread: 3, workers: 2 };
      expectAgreement('1 × 3 × 2', search(emptyWorld([searchedQueue], startMs), space, 7));
    },
    testTimeoutMs,
  );

  test(
    'in every state that a thread of 2 tasks can ever be in',
    () => {
      const space = { threadIds: ['A'], tasksPerThread: 2, workers: 2 };
      const report = search(emptyWorld([searchedQueue], startMs), space, Number.POSITIVE_INFINITY);
      expectAgreement('1 × 2 × 2, all there is', report);
    },
    testTimeoutMs,
  );
});

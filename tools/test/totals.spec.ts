import { describe, expect, it } from '@jest/globals';
import { countJestRun, formatTable, sumResults } from './totals.mjs';

const clean = {
  numPassedTests: 12,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};

describe('counting a run of Jest', () => {
  it.each([
    ['counts what passed', clean, 0, { passed: 12, failed: 0, skipped: 0 }],
    ['counts what failed', { ...clean, numFailedTests: 2 }, 1, { passed: 12, failed: 2, skipped: 0 }],
    [
      'counts a file that did not load',
      { ...clean, numRuntimeErrorTestSuites: 1 },
      1,
      { passed: 12, failed: 1, skipped: 0 },
    ],
    [
      'shows what was skipped',
      { ...clean, numPendingTests: 2, numTodoTests: 1 },
      0,
      { passed: 12, failed: 0, skipped: 3 },
    ],
    ['fails a run without a test', { ...clean, numPassedTests: 0 }, 0, { passed: 0, failed: 1, skipped: 0 }],
    ['fails a run that ended badly for no named reason', clean, 134, { passed: 12, failed: 1, skipped: 0 }],
    ['fails a run that left no report', undefined, 0, { passed: 0, failed: 1, skipped: 0 }],
  ])('%s', (_title, report, exitCode, expected) => {
    expect(countJestRun(report, exitCode)).toEqual(expected);
  });
});

describe('the end of a test run', () => {
  const results = [
    { part: 'unit', server: '', passed: 1_200, failed: 0, skipped: 0, seconds: 9.04 },
    { part: 'integration', server: 'MySQL 9.7.4', passed: 80, failed: 3, skipped: 1, seconds: 61 },
  ];

  it('adds up every part', () => {
    expect(sumResults(results)).toEqual({ passed: 1_280, failed: 3 });
  });

  it('lists the parts in columns', () => {
    expect(formatTable(results).split('\n')).toEqual([
      'part         server       passed  failed  skipped  seconds',
      'unit                        1200       0        0      9.0',
      'integration  MySQL 9.7.4      80       3        1     61.0',
    ]);
  });
});

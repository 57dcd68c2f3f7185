/**
 * What the parts of a test run came to.
 *
 * @typedef {object} PartResult
 * @property {string} part
 * @property {string} server the database it ran on, or empty
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {number} seconds
 *
 * @typedef {object} JestTotals what is read of Jest's `--json` report
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {number} numRuntimeErrorTestSuites files that could not even be loaded
 */

/**
 * Counts one run of Jest. A run that executed nothing, or that ended badly without naming a failed test (a crash, a
 * time-out), counts as one failure.
 *
 * @param {JestTotals | undefined} report undefined when Jest wrote none
 * @param {number} exitCode
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countJestRun(report, exitCode) {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  const named = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const isUnexplained = named === 0 && (exitCode !== 0 || passed === 0);
  return { passed, skipped, failed: named + (isUnexplained ? 1 : 0) };
}

/**
 * @param {PartResult[]} results
 * @returns {{ passed: number, failed: number }}
 */
export function sumResults(results) {
  return results.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    { passed: 0, failed: 0 },
  );
}

/**
 * @param {PartResult[]} results
 * @returns {string} one line a part, in columns
 */
export function formatTable(results) {
  const header = ['part', 'server', 'passed', 'failed', 'skipped', 'seconds'];
  const rows = results.map((result) => [
    result.part,
    result.server,
    ...[result.passed, result.failed, result.skipped].map(String),
    result.seconds.toFixed(1),
  ]);
  const lines = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const isText = (/** @type {number} */ column) => column < 2;
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { ensurePackages } from '../start/packages.mjs';
import { findBrowser } from './browser.mjs';
import { describeCoverage, startTestDatabases } from './databases.mjs';
import { runCheck, runJest } from './parts.mjs';
import { makeTestDirectory, removeTestDirectory } from './test-directory.mjs';
import { formatTable, sumResults } from './totals.mjs';

/** @typedef {import('./totals.mjs').PartResult} PartResult */
/** @typedef {import('./parts.mjs').Surroundings} Surroundings */
/** @typedef {{ parts: Set<string>, patterns: string[] }} Selection */

const root = fileURLToPath(new URL('../..', import.meta.url));
const allParts = ['checks', 'unit', 'integration', 'e2e'];

/** @param {string} message */
const report = (message) => console.log(message);

/**
 * @param {string[]} options the command line: nothing for everything, or a part and patterns of test files
 * @returns {Selection}
 */
function parseOptions([part, ...patterns]) {
  if (part === undefined) return { parts: new Set(allParts), patterns: [] };
  if (allParts.includes(part)) return { parts: new Set([part]), patterns };
  throw new Error(`Use: node tools/test.mjs [${allParts.join(' | ')}] [pattern of test files]`);
}

/**
 * @param {Surroundings} surroundings
 * @returns {Promise<PartResult[]>}
 */
async function runChecks(surroundings) {
  return [
    await runCheck('lint and types', ['nx', 'run-many', '-t', 'lint', 'types'], surroundings),
    await runCheck('format', ['prettier', '--check', '.'], surroundings),
    await runCheck('build', ['nx', 'run-many', '-t', 'build'], surroundings),
  ];
}

/**
 * Integration tests on every server, the browser on the first.
 *
 * @param {Selection} selection
 * @param {Surroundings} surroundings
 * @returns {Promise<PartResult[]>}
 */
async function runOnDatabases({ parts, patterns }, surroundings) {
  const browser = parts.has('e2e') ? await findBrowser(root, report) : '';
  const databases = await startTestDatabases(surroundings.directory);
  /** @type {PartResult[]} */
  const results = [];
  try {
    for (const { name, environment } of parts.has('integration') ? databases : []) {
      const part = { project: 'integration', server: name, environment, patterns };
      results.push(await runJest(part, surroundings));
    }
    for (const { name, environment } of parts.has('e2e') ? databases.slice(0, 1) : []) {
      const withBrowser = { ...environment, CHROME_PATH: browser };
      results.push(
        await runJest({ project: 'e2e', server: name, environment: withBrowser, patterns }, surroundings),
      );
    }
  } finally {
    await Promise.all(databases.map((database) => database.stop()));
  }
  report(`\n${describeCoverage(databases)}`);
  return results;
}

/**
 * @param {Selection} selection
 * @param {Surroundings} surroundings
 * @returns {Promise<PartResult[]>}
 */
async function runParts(selection, surroundings) {
  const { parts, patterns } = selection;
  const results = parts.has('checks') ? await runChecks(surroundings) : [];
  if (parts.has('unit')) results.push(await runJest({ project: 'unit', patterns }, surroundings));
  if (!parts.has('integration') && !parts.has('e2e')) return results;
  try {
    results.push(...(await runOnDatabases(selection, surroundings)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    results.push({ part: 'preparation', server: '', passed: 0, failed: 1, skipped: 0, seconds: 0 });
  }
  return results;
}

/**
 * @param {string[]} options the command line
 * @returns {Promise<number>} the exit code
 */
export async function test(options) {
  const selection = parseOptions(options);
  const stop = listenForStop();
  const { signal } = stop;
  const lock = path.join(root, '.data', 'preparation.lock');
  await withExclusiveLock(lock, () => ensurePackages(root, { report, signal }), { signal });
  const directory = makeTestDirectory();
  try {
    const results = await runParts(selection, { root, directory, signal });
    if (signal.aborted) return stop.exitCode();
    const { passed, failed } = sumResults(results);
    report(`\n${formatTable(results)}\n\n${passed} passed, ${failed} failed`);
    return failed === 0 ? 0 : 1;
  } finally {
    removeTestDirectory(directory);
  }
}

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { ensurePackages } from '../start/packages.mjs';
import { findBrowser } from './browser.mjs';
import { describeCoverage, requireTestServers, startTestDatabases } from './databases.mjs';
import { runCheck, runJest, runProver } from './parts.mjs';
import { makeTestDirectory, removeTestDirectory } from './test-directory.mjs';
import { formatTable, sumResults } from './totals.mjs';

/** @typedef {import('./totals.mjs').PartResult} PartResult */
/** @typedef {import('./parts.mjs').Surroundings} Surroundings */
/** @typedef {{ parts: Set<string>, patterns: string[] }} Selection */

const root = fileURLToPath(new URL('../..', import.meta.url));
const usualParts = ['checks', 'unit', 'integration', 'edge', 'e2e', 'prove'];
/** What takes longer than a change may wait for: only on demand. */
const allParts = [...usualParts, 'size'];
const partsOnEachServer = /** @type {const} */ (['integration', 'size']);
/** What the kind of server makes no difference to: the edge of HTTP, the worker, the console. */
const partsOnOneServer = /** @type {const} */ (['edge', 'e2e']);

/** @param {string} message */
const report = (message) => console.log(message);

/**
 * @param {string[]} options the command line: nothing for everything, or a part and patterns of test files
 * @returns {Selection}
 */
function parseOptions([part, ...patterns]) {
  if (part === undefined) return { parts: new Set(usualParts), patterns: [] };
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
 * What the machine must have, looked for before anything runs.
 *
 * @param {Set<string>} parts
 */
async function findTools(parts) {
  const needsServers = [...partsOnEachServer, ...partsOnOneServer].some((part) => parts.has(part));
  return {
    servers: needsServers ? requireTestServers() : [],
    browser: parts.has('e2e') ? await findBrowser(root, report) : '',
  };
}

/**
 * Integration tests (or those of size) on every server; on the first one the others that need any.
 *
 * @param {Selection} selection
 * @param {Awaited<ReturnType<typeof findTools>>} tools
 * @param {Surroundings} surroundings
 * @returns {Promise<PartResult[]>}
 */
async function runOnDatabases({ parts, patterns }, { servers, browser }, surroundings) {
  const databases = await startTestDatabases(servers, surroundings.directory);
  /** @type {PartResult[]} */
  const results = [];
  try {
    for (const project of partsOnEachServer.filter((part) => parts.has(part))) {
      for (const { name, environment } of databases) {
        results.push(await runJest({ project, server: name, environment, patterns }, surroundings));
      }
    }
    for (const project of partsOnOneServer.filter((part) => parts.has(part))) {
      for (const { name, environment } of databases.slice(0, 1)) {
        const withBrowser = { ...environment, CHROME_PATH: browser };
        const part = { project, server: name, environment: withBrowser, patterns };
        results.push(await runJest(part, surroundings));
      }
    }
  } finally {
    await Promise.all(databases.map((database) => database.stop()));
  }
  if (databases.length > 0) report(`\n${describeCoverage(databases)}`);
  return results;
}

/**
 * @param {Selection} selection
 * @param {Surroundings} surroundings
 * @returns {Promise<PartResult[]>}
 */
async function runParts(selection, surroundings) {
  const { parts, patterns } = selection;
  const tools = await findTools(parts);
  const results = parts.has('checks') ? await runChecks(surroundings) : [];
  if (parts.has('unit')) results.push(await runJest({ project: 'unit', patterns }, surroundings));
  results.push(...(await runOnDatabases(selection, tools, surroundings)));
  if (parts.has('prove')) results.push(await runProver(surroundings));
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

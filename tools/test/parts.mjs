/** The parts of a test run, each a function that ends with its counts. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runVisibly } from '../processes/run-visibly.mjs';
import { countJestRun } from './totals.mjs';

/** @typedef {import('./totals.mjs').PartResult} PartResult */
/** @typedef {import('./totals.mjs').JestTotals} JestTotals */

/**
 * @typedef {object} Surroundings
 * @property {string} root the repository
 * @property {string} directory for what the run leaves behind, removed at its end
 * @property {AbortSignal} signal
 */

/** Far beyond what a part takes: it ends what hangs. */
const partTimeoutMs = 900_000;
const proverMinutes = 2;
/** The tests of size fill tables with hundreds of thousands of rows. */
const sizeTimeoutMs = 3_600_000;

/**
 * @param {string} part
 * @param {string} server
 * @param {() => Promise<Omit<PartResult, 'part' | 'server' | 'seconds'>>} run
 * @returns {Promise<PartResult>}
 */
async function measure(part, server, run) {
  console.log(`\n── ${part}${server === '' ? '' : ` on ${server}`}`);
  const startedAt = performance.now();
  const counts = await run();
  return { part, server, ...counts, seconds: (performance.now() - startedAt) / 1000 };
}

/**
 * The settings of an installation that this shell may have are not the tests'.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
function withoutSettings(environment) {
  const names = ['DATABASE_URL', 'PORT', 'HOST', 'SPOOL_DATA_DIR', 'SPOOL_PUBLIC_URL'];
  const secrets = ['SPOOL_ADMIN_PASSWORD', 'SPOOL_API_KEY'];
  const isSetting = (/** @type {string} */ name) => names.includes(name) || secrets.includes(name);
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}

/**
 * @param {AbortSignal} signal
 * @param {number} [timeoutMs]
 */
const withTimeout = (signal, timeoutMs = partTimeoutMs) =>
  AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);

/**
 * A command that passes or fails as a whole.
 *
 * @param {string} part
 * @param {[program: string, ...options: string[]]} command a program of the repository's packages
 * @param {Surroundings} surroundings
 */
export function runCheck(part, [program, ...options], { root, signal }) {
  return measure(part, '', async () => {
    const binary = path.join(root, 'node_modules', '.bin', program);
    const code = await runVisibly(binary, options, { cwd: root, signal: withTimeout(signal) });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });
}

/**
 * The short form of `npm run prove`, as another part that passes or fails as a whole.
 *
 * @param {Surroundings} surroundings
 */
export function runProver({ root, signal }) {
  return measure('prove', '', async () => {
    const program = [path.join(root, 'tools', 'prove.mjs'), '--minutes', String(proverMinutes)];
    const options = { cwd: root, environment: withoutSettings(process.env), signal: withTimeout(signal) };
    const code = await runVisibly(process.execPath, program, options);
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  });
}

/**
 * One project of the Jest configuration.
 *
 * @param {{ project: string, server?: string, environment?: Record<string, string>, patterns: string[] }} part
 * @param {Surroundings} surroundings
 */
export function runJest({ project, server = '', environment = {}, patterns }, { root, directory, signal }) {
  return measure(project, server, async () => {
    const output = path.join(directory, `${project}-${server.replaceAll(/\W+/g, '-')}.json`);
    const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
    const jest = [path.join(root, 'node_modules', 'jest', 'bin', 'jest.js'), '--selectProjects', project];
    const cache = `--cacheDirectory=${path.join(root, 'node_modules', '.cache', 'jest')}`;
    // What measures time runs alone.
    const workers = project === 'size' ? 1 : 2;
    const report = [`--maxWorkers=${workers}`, '--json', `--outputFile=${output}`, cache];
    const code = await runVisibly(process.execPath, [...node, ...jest, ...report, ...asPatterns(patterns)], {
      cwd: root,
      environment: { ...withoutSettings(process.env), TMPDIR: directory, ...environment },
      signal: withTimeout(signal, project === 'size' ? sizeTimeoutMs : partTimeoutMs),
    });
    return countJestRun(readReport(output), code);
  });
}

/** @param {string[]} patterns */
const asPatterns = (patterns) => (patterns.length === 0 ? [] : ['--testPathPatterns', ...patterns]);

/**
 * @param {string} file
 * @returns {JestTotals | undefined}
 */
function readReport(file) {
  return existsSync(file) ? /** @type {JestTotals} */ (JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

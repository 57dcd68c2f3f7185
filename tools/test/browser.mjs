/** Finds a Chromium for the browser tests, or gets one. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const browserNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const installedElsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const downloadTimeoutMs = 240_000;
const versionTimeoutMs = 30_000;

const whatToDo = `The browser tests need Chromium or Chrome, and there is none that runs on this machine. Either
  1. install it: the package chromium, or Google Chrome
  2. set CHROME_PATH=/path/to/chrome
  3. let Playwright download one: npx playwright-core install --with-deps chromium`;

/**
 * @param {string} searchPath the environment's PATH
 * @returns {string[]} where a browser may be, the most preferred first
 */
function browserCandidates(searchPath) {
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  return [
    ...browserNames.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...installedElsewhere,
  ];
}

/** @param {string} browser */
function runs(browser) {
  if (!existsSync(browser)) return false;
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: versionTimeoutMs }).status === 0;
}

/**
 * @param {string} command
 * @param {string[]} options
 */
function succeeds(command, options) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync(command, options, {
    stdio: 'ignore',
    timeout: downloadTimeoutMs,
    env: environment,
  });
  return result.status === 0;
}

const findInstalled = () => browserCandidates(process.env['PATH'] ?? '').find(runs);

/**
 * @param {string} root the repository
 * @param {(message: string) => void} report
 */
async function downloadWithPlaywright(root, report) {
  const { chromium } = await import('playwright-core');
  if (runs(chromium.executablePath())) return chromium.executablePath();
  report('Browser: none is installed, downloading one with Playwright');
  const client = path.join(root, 'node_modules', 'playwright-core', 'cli.js');
  succeeds(process.execPath, [client, 'install', '--no-shell', 'chromium']);
  return runs(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** @param {(message: string) => void} report */
function installPackage(report) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return undefined;
  report('Browser: installing the package chromium');
  succeeds('apt-get', ['update']);
  succeeds('apt-get', ['install', '-y', '--no-install-recommends', 'chromium']);
  return findInstalled();
}

/**
 * The browser to test with: `CHROME_PATH`, else an installed one, else Playwright's, else, as root on Debian or
 * Ubuntu, the package.
 *
 * @param {string} root the repository
 * @param {(message: string) => void} report
 * @returns {Promise<string>} its path
 * @throws an error whose message says what to do
 */
export async function findBrowser(root, report) {
  const named = process.env['CHROME_PATH'] ?? '';
  if (named !== '') {
    if (runs(named)) return named;
    throw new Error(`CHROME_PATH=${named} does not run.\n${whatToDo}`);
  }
  const found = findInstalled() ?? (await downloadWithPlaywright(root, report)) ?? installPackage(report);
  if (found === undefined) throw new Error(whatToDo);
  return found;
}

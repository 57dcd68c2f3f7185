import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { usePrivateDatabase } from '../private-database/private-database.mjs';
import { withExclusiveLock } from '../processes/exclusive-lock.mjs';
import { listenForStop } from '../processes/stop-signal.mjs';
import { runApi } from './api-process.mjs';
import { ensureBuild } from './build.mjs';
import { ensurePackages } from './packages.mjs';
import { findPortTrouble } from './port.mjs';

/** @typedef {{ url: string, release: () => Promise<void> }} UsedDatabase */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} message */
const report = (message) => console.log(message);

/**
 * Packages and build, one start at a time: two in the same clone would install into each other.
 *
 * @param {AbortSignal} signal
 */
function prepareProgram(signal) {
  return withExclusiveLock(
    path.join(root, '.data', 'preparation.lock'),
    async () => {
      await ensurePackages(root, { report, signal });
      await ensureBuild(root, { report, signal });
    },
    { signal, onWait: () => report('Another start prepares packages and build: waiting for it') },
  );
}

/**
 * @param {string} dataDirectory
 * @param {AbortSignal} signal
 * @returns {Promise<UsedDatabase>}
 */
async function findDatabase(dataDirectory, signal) {
  const url = process.env['DATABASE_URL'] ?? '';
  if (url !== '') return { url, release: async () => {} };
  return usePrivateDatabase(dataDirectory, { report, signal });
}

/** @param {unknown} reason */
const describe = (reason) => (reason instanceof Error ? reason.message : String(reason));

/**
 * @param {UsedDatabase} database
 * @param {string} dataDirectory
 * @param {ReturnType<typeof listenForStop>} stop
 */
async function serve(database, dataDirectory, stop) {
  if (stop.signal.aborted) return stop.exitCode();
  const environment = { NODE_ENV: 'production', ...process.env };
  const code = await runApi(
    { ...environment, DATABASE_URL: database.url, SPOOL_DATA_DIR: dataDirectory },
    stop.signal,
  );
  if (stop.signal.aborted) return code;
  console.error(`The API has ended by itself (exit code ${code}).`);
  return code === 0 ? 1 : code;
}

/** @returns {Promise<number>} the exit code */
export async function start() {
  const stop = listenForStop();
  stop.signal.addEventListener('abort', () => report('Stopping; the data stays.'), { once: true });
  const trouble = await findPortTrouble(process.env['HOST'] || '127.0.0.1', process.env['PORT'] || '3000');
  if (trouble !== undefined) {
    console.error(trouble);
    return 1;
  }
  const dataDirectory = path.resolve(root, process.env['SPOOL_DATA_DIR'] || '.data');
  const [program, found] = await Promise.allSettled([
    prepareProgram(stop.signal),
    findDatabase(dataDirectory, stop.signal),
  ]);
  const database = found.status === 'fulfilled' ? found.value : undefined;
  try {
    if (stop.signal.aborted) return stop.exitCode();
    for (const outcome of [program, found]) {
      if (outcome.status === 'rejected') console.error(describe(outcome.reason));
    }
    if (program.status === 'rejected' || database === undefined) return 1;
    return await serve(database, dataDirectory, stop);
  } finally {
    await database?.release();
  }
}

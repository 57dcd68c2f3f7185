/** What TypeScript tests import to have a server of their own; `test-database.d.mts` tells the compiler about it. */
import { startDisposableDatabase } from './disposable-database.mjs';
import { findTestServers } from './test-servers.mjs';

/**
 * Starts a server of the kind asked for, by default the one that the current test run is for.
 *
 * @param {{ directory: string, server?: import('./server-version.mjs').ServerKind, port?: number, options?: readonly string[] }} options
 */
export async function startPrivateDatabase({ directory, server, port, options = [] }) {
  const kind = server ?? process.env['SPOOL_TEST_SERVER'];
  const found = findTestServers().find((candidate) => kind === undefined || candidate.kind === kind);
  if (found === undefined)
    throw new Error(`There is no ${kind ?? 'MariaDB or MySQL'} server on this machine.`);
  return startDisposableDatabase(found, { directory, options, ...(port === undefined ? {} : { port }) });
}

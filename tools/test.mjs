/**
 * `npm test`: lint, types, format and build, then the unit tests, the integration tests on every database server that
 * is found, the browser tests, and two minutes of `npm run prove`. It starts what it needs and stops what it started.
 *
 * `node tools/test.mjs integration queues` runs one part, and in it the files whose path matches.
 */
import { requireSupportedNode } from './start/node-version.mjs';

requireSupportedNode();
const { test } = await import('./test/test.mjs');
process.exitCode = await test(process.argv.slice(2)).catch((error) => {
  console.error(`${error instanceof Error ? error.message : error}\n\n0 passed, 1 failed`);
  return 1;
});

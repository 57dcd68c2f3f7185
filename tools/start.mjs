/**
 * `npm start`: from a fresh clone to a running Spool. Packages, a private database (unless DATABASE_URL names one),
 * the build, then the API, which migrates the database and serves REST and the console on one port.
 */
import { requireSupportedNode } from './start/node-version.mjs';

requireSupportedNode();
const { start } = await import('./start/start.mjs');
process.exitCode = await start();

/**
 * `npm run prove`: tries to break what Spool promises. Packages, build, then the program in `prove/`.
 */
import { requireSupportedNode } from './start/node-version.mjs';

requireSupportedNode();
const { prove } = await import('./prove/prove.mjs');
process.exitCode = await prove(process.argv.slice(2));

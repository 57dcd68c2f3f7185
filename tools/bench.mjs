/**
 * `npm run bench`: measures Spool beside its peers. Packages, build, private databases, then the program in `bench/`.
 */
import { requireSupportedNode } from './start/node-version.mjs';

requireSupportedNode();
const { bench } = await import('./bench/bench.mjs');
process.exitCode = await bench(process.argv.slice(2));

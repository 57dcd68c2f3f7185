/** `npm run licences`: whether every package has a licence that Spool may use; see tools/licences. */
import { readFile } from 'node:fs/promises';
import { refusedLicences } from './licences/licences.mjs';

const text = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
const lock = /** @type {import('./licences/licences.mjs').Lock} */ (JSON.parse(text));
const refused = refusedLicences(lock);
for (const line of refused) console.error(line);
console.log(refused.length === 0 ? 'Every licence is allowed.' : `${refused.length} are not allowed.`);
process.exitCode = refused.length === 0 ? 0 : 1;

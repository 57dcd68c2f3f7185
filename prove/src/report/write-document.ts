import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StageRun } from '../run.js';
import { describeRun, replaceResults } from './document.js';
import { surroundingsOf } from './surroundings.js';

const document = fileURLToPath(new URL('../../../docs/reliability.md', import.meta.url));

/** Writes what a run found into docs/reliability.md, below what is written there by hand. */
export const writeDocument = async (runs: readonly StageRun[], minutes: number): Promise<void> => {
  const where = surroundingsOf(
    minutes,
    runs.map(({ server }) => server),
  );
  await writeFile(document, replaceResults(await readFile(document, 'utf8'), describeRun(runs, where)));
};

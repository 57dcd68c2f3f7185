import type { ServerKind } from '@spool/test-bed/own-database.js';
import { readOptions, type Options } from './options.js';
import { writeDocument } from './report/write-document.js';
import { run, type StageRun } from './run.js';
import type { Stage } from './stage.js';
import { stages } from './stages/catalogue.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const minuteMs = 60_000;
/** A shorter run is too little to publish. */
const leastPublishedMinutes = 10;

const isKind = (text: string): text is ServerKind => text === 'mariadb' || text === 'mysql';

const chooseStages = ({ only }: Options): readonly Stage[] => {
  const names = stages.map(({ name }) => name);
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Error(`There is no stage ${unknown.join(', ')}; there are ${names.join(', ')}.`);
  return only.length === 0 ? stages : stages.filter(({ name }) => only.includes(name));
};

const sayResult = ({ stage, server, seconds, result }: StageRun): void => {
  for (const note of result.notes ?? []) say(`  ${note}`);
  const counts = Object.entries(result.counts).map(([name, count]) => `${name} ${count}`);
  const verdict = result.findings.length === 0 ? 'held  ' : 'BROKEN';
  say(`${verdict} ${stage.name} on ${server}, ${seconds.toFixed(0)} s: ${counts.join(', ')}`);
};

/** Tries to break what Spool promises; ends with 0 when nothing broke, 1 when something did. */
const main = async (): Promise<number> => {
  const options = readOptions(process.argv.slice(2));
  const { durationMs, seed, path } = options;
  const startedAtMs = performance.now();
  const kinds = (process.env['SPOOL_PROVE_SERVERS'] ?? '').split(',').filter(isKind);
  const runs = await run({ stages: chooseStages(options), kinds, durationMs, seed, path, say });
  say('');
  for (const one of runs) sayResult(one);
  const broken = runs.filter(({ result }) => result.findings.length > 0);
  for (const { stage, seed: itsSeed } of broken)
    say(`To see it again: npm run prove -- --only ${stage.name} --seed ${itsSeed}`);
  const isPublished = options.only.length === 0 && durationMs >= leastPublishedMinutes * minuteMs;
  if (isPublished) await writeDocument(runs, (performance.now() - startedAtMs) / minuteMs);
  say(`${runs.length - broken.length} of ${runs.length} stages held.`);
  return broken.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

import { readOptions } from './options.js';
import { run } from './run.js';
import { stages } from './stages/catalogue.js';
import type { ServerKind } from '@spool/test-bed/own-database.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Tries to break what Spool promises; ends with 0 when nothing broke, 1 when something did. */
const main = async (): Promise<number> => {
  const { durationMs, seed, only } = readOptions(process.argv.slice(2));
  const unknown = only.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no stage ${unknown.join(', ')}; there are ${stages.map(({ name }) => name).join(', ')}.`,
    );
  const chosen = only.length === 0 ? stages : stages.filter(({ name }) => only.includes(name));
  const kinds = (process.env['SPOOL_PROVE_SERVERS'] ?? '')
    .split(',')
    .filter((kind) => kind !== '') as ServerKind[];
  const runs = await run({ stages: chosen, kinds, durationMs, seed, say });
  for (const { stage, server, seconds, result } of runs) {
    const counts = Object.entries(result.counts).map(([name, count]) => `${name} ${count}`);
    const verdict = result.findings.length === 0 ? 'held' : 'BROKEN';
    say(`${verdict}  ${stage.name} on ${server}, ${seconds.toFixed(0)} s: ${counts.join(', ')}`);
  }
  const broken = runs.filter(({ result }) => result.findings.length > 0);
  for (const { stage, seed: itsSeed } of broken)
    say(`To see it again: npm run prove -- --only ${stage.name} --seed ${itsSeed}`);
  return broken.length === 0 ? 0 : 1;
};

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}

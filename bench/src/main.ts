/**
 * Measures what the options ask for and writes what came of it. Started by `npm run bench`, which has installed and
 * built everything and started the databases; SPOOL_BENCH_SERVERS says where they are.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isComplete, readOptions, type Options } from './options.js';
import { plan, type PlannedWorkload } from './plan.js';
import { placeResults, reportResults } from './report/document.js';
import { machineText, versionsText } from './report/machine.js';
import type { RunResult } from './report/results.js';
import { runPlan, turnsOf } from './running/run-plan.js';
import type { SqlServer } from './servers/sql-server.js';
import { Stage } from './servers/stage.js';
import { absenceOf } from './sides/absence.js';
import { describeSide, type SideName } from './sides/catalogue.js';
import { workloads } from './workloads/catalogue.js';

const documentation = fileURLToPath(new URL('../../docs/', import.meta.url));
const drafts = fileURLToPath(new URL('../.data/', import.meta.url));
const head = '# Performance\n';

const chosenFrom = <Name>(all: readonly Name[], chosen: readonly Name[]): Name[] =>
  all.filter((one) => chosen.length === 0 || chosen.includes(one));

const choose = (options: Options): PlannedWorkload[] =>
  plan
    .filter(({ workload }) => options.workloads.length === 0 || options.workloads.includes(workload))
    .map((one) => ({ ...one, sides: chosenFrom(one.sides, options.sides) }));

const sidesOf = (planned: readonly PlannedWorkload[]): SideName[] => [
  ...new Set(planned.flatMap(({ sides }) => sides)),
];

const readServers = (): SqlServer[] => JSON.parse(process.env['SPOOL_BENCH_SERVERS'] ?? '[]') as SqlServer[];

const readIfThere = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return head;
  }
};

const write = (options: Options, stage: Stage, results: readonly RunResult[]): string => {
  const sides = sidesOf(choose(options)).map((side) => ({ side, reason: absenceOf(side, stage.versions) }));
  const present = sides.flatMap(({ side, reason }) => (reason === null ? [side] : []));
  const absent = sides.flatMap(({ side, reason }) =>
    reason === null ? [] : [`${describeSide(side).title} was absent: ${reason}.`],
  );
  const { text, charts } = reportResults(
    plan.map(({ workload }) => ({ workload, ...workloads[workload] })),
    results,
    {
      date: new Date().toISOString().slice(0, 10),
      form: options.size === 1 ? options.form : `scaled ${options.form}`,
      machine: machineText(),
      versions: versionsText(stage.versions, present),
      absent,
    },
  );
  const folder = isComplete(options) ? documentation : drafts;
  mkdirSync(path.join(folder, 'images'), { recursive: true });
  const file = path.join(folder, 'performance.md');
  writeFileSync(file, placeResults(readIfThere(file), text));
  for (const [name, chart] of charts) writeFileSync(path.join(folder, 'images', name), chart);
  return file;
};

const measure = async (options: Options, signal: AbortSignal): Promise<number> => {
  const report = (line: string): void => console.log(line);
  const planned = choose(options);
  const needs = new Set(sidesOf(planned).map((side) => describeSide(side).need));
  const stage = await Stage.open(readServers(), needs);
  try {
    const possible = planned.map((one) => ({
      ...one,
      sides: one.sides.filter((side) => absenceOf(side, stage.versions) === null),
    }));
    const turns = turnsOf(
      possible,
      ({ rounds }) => options.rounds ?? rounds[options.form],
      ({ size }) => size[options.form] * options.size,
    );
    const results = await runPlan(turns, { stage, report, signal });
    if (signal.aborted) return 1;
    report(`Written: ${path.relative(process.cwd(), write(options, stage, results))}`);
    return results.some(({ troubles }) => troubles.length > 0) ? 1 : 0;
  } finally {
    await stage.close();
  }
};

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
process.exitCode = await measure(readOptions(process.argv.slice(2)), stopping.signal);

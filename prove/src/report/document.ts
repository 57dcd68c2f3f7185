import type { StageRun } from '../run.js';
import type { Finding, Outage } from '../stage.js';
import { percentile, sumRuns, type Figures } from './figures.js';

/** Where and with what a run was made. */
export interface Surroundings {
  readonly date: string;
  readonly machine: string;
  readonly revision: string;
  readonly minutes: number;
}

/** What stands above it is written by hand. */
export const marker = '<!-- results: written by npm run prove -->';

const number = (value: number): string => Math.round(value).toLocaleString('en-GB');

const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  [header, header.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const promises: readonly { readonly promise: string; readonly isBroken: (finding: Finding) => boolean }[] = [
  {
    promise: 'acknowledged and lost, or there twice (R13)',
    isBroken: ({ rule, text }) => rule === 'R13' || (rule === 'audit' && /nowhere|Both/.test(text)),
  },
  { promise: 'double runs in a thread (R1)', isBroken: ({ rule }) => rule === 'R1' },
  { promise: 'stale tokens accepted, tokens that go back (R12)', isBroken: ({ rule }) => rule === 'R12' },
  {
    promise: 'threads whose answers no legal order explains',
    isBroken: ({ rule }) => rule === 'order',
  },
  { promise: 'answers that the oracle would not give', isBroken: ({ rule }) => rule === 'model' },
  { promise: 'tasks that nobody could dequeue any more', isBroken: ({ rule }) => rule === 'stuck' },
  {
    promise: 'repairs by the reconciliation, second leases refused by the key',
    isBroken: ({ rule }) => rule === 'repaired' || rule === 'refused',
  },
  { promise: 'contradictions found by the auditor', isBroken: ({ rule }) => rule === 'audit' },
  { promise: 'anything else', isBroken: ({ rule }) => /^R(2|5|8|9|14)$/.test(rule) },
];

const promisesTable = ({ findings, counts }: Figures): string =>
  table(
    ['what must not happen', 'happened'],
    promises.map(({ promise, isBroken }) => [promise, number(findings.filter(isBroken).length)]),
  ) +
  `\n\nOf ${number(counts.tasks)} tasks in ${number(counts.threads)} threads and free tasks; ${number(counts.undecided)} of these were too tangled to be decided.`;

const stagesTable = (runs: readonly StageRun[]): string =>
  table(
    ['stage', 'server', 'seed', 'seconds', 'calls', 'acknowledged', 'refused', 'unknown', 'verdict'],
    runs.map(({ stage, server, seed, seconds, result }) => [
      stage.name,
      server,
      String(seed),
      number(seconds),
      number(result.counts.operations ?? 0),
      number(result.counts.acknowledged ?? 0),
      number(result.counts.refused ?? 0),
      number(result.counts.unknown ?? 0),
      result.findings.length === 0 ? 'held' : `**broken**, ${result.findings.length} findings`,
    ]),
  );

const retriesText = ({ mendings }: Figures): string => {
  const retries = Object.entries(mendings.retries).map(([trouble, times]) => `${trouble} ${number(times)}`);
  return `Transactions tried again, by what the database said: ${retries.length === 0 ? 'none' : retries.join(', ')}.`;
};

const latencyText = ({ latenciesMs }: Figures): string => {
  const at = (percent: number): string => `${number(percentile(latenciesMs, percent))} ms`;
  return `Calls that do not wait for tasks, faults included: p50 ${at(50)}, p99 ${at(99)}, p99.9 ${at(99.9)}.`;
};

const outageRow = (fault: string, outages: readonly Outage[]): string[] => {
  const sorted = (of: (outage: Outage) => number): number[] =>
    outages.map(of).sort((left, right) => left - right);
  const span = (values: readonly number[]): string =>
    `${number(percentile(values, 50))} (${number(percentile(values, 100))})`;
  return [
    fault,
    String(outages.length),
    span(sorted(({ unavailableMs }) => unavailableMs)),
    span(sorted(({ untilPromotedMs }) => untilPromotedMs)),
  ];
};

const outagesTable = ({ outages }: Figures): string => {
  const faults = [...new Set(outages.map(({ fault }) => fault))];
  const header = [
    'fault',
    'times',
    'nobody answered, ms: median (longest)',
    'no thread moved on, ms: median (longest)',
  ];
  const rows = faults.map((fault) =>
    outageRow(
      fault,
      outages.filter((outage) => outage.fault === fault),
    ),
  );
  return table(header, rows);
};

const controlsText = ({ controls }: Figures): string => {
  const red = controls.filter(({ isRed }) => isRed).length;
  const rows = controls.map(({ name, isRed, foundBy, layers }) => [
    name,
    isRed ? (foundBy ?? '') : '**not found out**',
    layers.join('; '),
  ]);
  return `${red} of ${controls.length} deliberate bugs were found out, each for its own reason.\n\n${table(['bug put in by hand', 'found out by', 'with one layer gone alone'], rows)}`;
};

const descriptions = (runs: readonly StageRun[]): string =>
  [...new Map(runs.map(({ stage }) => [stage.name, stage.description]))]
    .map(([name, description]) => `- \`${name}\`: ${description}`)
    .join('\n');

/** What a run found, as the generated part of the document. */
export const describeRun = (runs: readonly StageRun[], where: Surroundings): string => {
  const figures = sumRuns(runs);
  const notes = runs.flatMap(({ result }) => result.notes ?? []);
  const sections = [
    marker,
    `Run on ${where.date} for ${number(where.minutes)} minutes: ${where.machine}.\n\n${where.revision}`,
    `### What was promised\n\n${promisesTable(figures)}`,
    `### The stages\n\n${stagesTable(runs)}\n\n${descriptions(runs)}\n\n${notes.join('\n')}`,
    `### Retries and latencies\n\n${retriesText(figures)}\n\n${latencyText(figures)}`,
    ...(figures.outages.length === 0 ? [] : [`### Faults\n\n${outagesTable(figures)}`]),
    ...(figures.controls.length === 0 ? [] : [`### Negative controls\n\n${controlsText(figures)}`]),
  ];
  return `${sections.join('\n\n')}\n`;
};

/** The document with its generated part replaced, what is written by hand kept. */
export const replaceResults = (document: string, results: string): string => {
  const [written = ''] = document.split(marker);
  return `${written.trimEnd()}\n\n${results}`;
};

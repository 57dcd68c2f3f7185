import { sumMendings, type Mendings } from '../installation/mended.js';
import type { StageRun } from '../run.js';
import type { ControlRun, Counts, Finding, Outage } from '../stage.js';

/** A whole run in numbers. */
export interface Figures {
  readonly counts: Counts;
  readonly mendings: Mendings;
  readonly findings: readonly Finding[];
  readonly latenciesMs: readonly number[];
  readonly outages: readonly Outage[];
  readonly controls: readonly ControlRun[];
}

const noCounts: Counts = {
  operations: 0,
  acknowledged: 0,
  refused: 0,
  unknown: 0,
  tasks: 0,
  threads: 0,
  undecided: 0,
};

const addCounts = (sum: Counts, more: Partial<Counts>): Counts => ({
  operations: sum.operations + (more.operations ?? 0),
  acknowledged: sum.acknowledged + (more.acknowledged ?? 0),
  refused: sum.refused + (more.refused ?? 0),
  unknown: sum.unknown + (more.unknown ?? 0),
  tasks: sum.tasks + (more.tasks ?? 0),
  threads: sum.threads + (more.threads ?? 0),
  undecided: sum.undecided + (more.undecided ?? 0),
});

/** Adds up what the stages of a run counted and found. */
export const sumRuns = (runs: readonly StageRun[]): Figures => ({
  counts: runs.reduce((sum, { result }) => addCounts(sum, result.counts), noCounts),
  mendings: sumMendings(runs.map(({ mendings }) => mendings)),
  findings: runs.flatMap(({ result }) => result.findings),
  latenciesMs: runs.flatMap(({ result }) => result.latenciesMs ?? []).sort((left, right) => left - right),
  outages: runs.flatMap(({ result }) => result.outages ?? []),
  controls: runs.flatMap(({ result }) => result.controls ?? []),
});

/** The value that so many of a hundred are not above; 0 of none. */
export const percentile = (sorted: readonly number[], percent: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0;

import type { Side } from '../sides/side.js';

/** One figure of one run. */
export interface Reading {
  readonly metric: string;
  readonly unit: Unit;
  readonly value: number;
}

/** What a figure counts. */
export type Unit = 'tasks/s' | 'ms' | 'MB';

/** What one run of a workload on one side came to. */
export interface WorkloadRun {
  readonly readings: readonly Reading[];
  /** Broken promises, in words; a run that has any measured nothing. */
  readonly violations: readonly string[];
}

/** Work to be done by a side, measured and checked; `size` is a factor on the numbers of tasks and on durations. */
export interface Workload<Needed extends Side = Side> {
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly shows: string;
  run(side: Needed, size: number): Promise<WorkloadRun>;
}

/** A number of tasks, scaled and never too few to be measured. */
export const scaled = (count: number, size: number, least = 100): number =>
  Math.max(Math.min(least, count), Math.round(count * size));

/** Tasks a second. */
export const rateOf = (count: number, elapsedMs: number): number => (count * 1_000) / elapsedMs;

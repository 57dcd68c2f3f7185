import type { SideName } from '../sides/catalogue.js';
import { summarise, type Spread } from '../statistics/summarise.js';
import type { WorkloadName } from '../workloads/catalogue.js';
import type { Reading, Unit } from '../workloads/workload.js';

/** What one run came to. */
export interface RunResult {
  readonly workload: WorkloadName;
  readonly side: SideName;
  readonly readings: readonly Reading[];
  /** Broken promises, or why the run failed. */
  readonly troubles: readonly string[];
}

/** One figure of one side over all its rounds. */
export interface SideFigure extends Spread {
  readonly side: SideName;
}

/** One figure on every side that has it. */
export interface Figure {
  readonly metric: string;
  readonly unit: Unit;
  readonly sides: readonly SideFigure[];
}

/** The figures of one workload, medians and extremes over the rounds, in the order in which they were read. */
export const figuresOf = (workload: WorkloadName, results: readonly RunResult[]): Figure[] => {
  const figures = new Map<string, { unit: Unit; values: Map<SideName, number[]> }>();
  for (const { side, readings } of results.filter((result) => result.workload === workload)) {
    for (const { metric, unit, value } of readings) {
      const figure = figures.get(metric) ?? { unit, values: new Map<SideName, number[]>() };
      figures.set(metric, figure);
      figure.values.set(side, [...(figure.values.get(side) ?? []), value]);
    }
  }
  return [...figures].map(([metric, { unit, values }]) => ({
    metric,
    unit,
    sides: [...values].map(([side, list]) => ({ side, ...summarise(list) })),
  }));
};

import type { PlannedWorkload } from '../plan.js';
import type { RunResult } from '../report/results.js';
import type { Stage } from '../servers/stage.js';
import { describeSide, type SideName } from '../sides/catalogue.js';
import { doJob } from './do-job.js';
import type { JobAnswer } from './job.js';

/** A workload, a side and how large. */
interface Turn {
  readonly workload: PlannedWorkload['workload'];
  readonly side: SideName;
  readonly size: number;
}

/** What runs where, and how to stop it. */
export interface Running {
  readonly stage: Stage;
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}

const troublesOf = (answer: JobAnswer): readonly string[] =>
  answer.status === 'done' ? answer.run.violations : [answer.reason];

const lineOf = ({ workload, side, readings, troubles }: RunResult): string => {
  const figures = readings.map(({ metric, unit, value }) => `${metric} ${value.toPrecision(4)} ${unit}`);
  return [`${workload} ${side}: ${figures.join(', ')}`, ...troubles.map((text) => `  WRONG: ${text}`)].join(
    '\n',
  );
};

const runOnce = async ({ workload, side, size }: Turn, running: Running): Promise<RunResult> => {
  const { need, share } = describeSide(side);
  const { place, clear } = await running.stage.lend(need);
  try {
    const answer = await doJob({ workload, side, place, size: size * share }, running.signal);
    const readings = answer.status === 'done' ? answer.run.readings : [];
    return { workload, side, readings, troubles: troublesOf(answer) };
  } finally {
    await clear();
  }
};

/** Runs each workload on its sides in turn, round after round (A B A B), each run in fresh surroundings. */
export const runPlan = async (turns: readonly Turn[], running: Running): Promise<RunResult[]> => {
  const results: RunResult[] = [];
  for (const turn of turns) {
    if (running.signal.aborted) break;
    const result = await runOnce(turn, running);
    running.report(lineOf(result));
    results.push(result);
  }
  return results;
};

/** All turns, in order: a workload's rounds one after the other, in each round every side once. */
export const turnsOf = (
  planned: readonly PlannedWorkload[],
  roundsOf: (workload: PlannedWorkload) => number,
  sizeOf: (workload: PlannedWorkload) => number,
): Turn[] =>
  planned.flatMap((one) =>
    Array.from({ length: roundsOf(one) }).flatMap(() =>
      one.sides.map((side) => ({ workload: one.workload, side, size: sizeOf(one) })),
    ),
  );

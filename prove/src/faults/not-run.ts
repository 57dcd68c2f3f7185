import type { StageResult } from '../stage.js';

/** The result of a stage that this machine has not the means for: it says so, and is no finding. */
export const notRun = (reason: unknown): StageResult => ({
  counts: {},
  findings: [],
  notes: [`not run: ${reason instanceof Error ? reason.message : String(reason)}`],
});

/** Runs a stage with what it needs of this machine; where that is missing, the stage is not run. */
export const withMeans = async <Means>(
  find: () => Promise<Means>,
  run: (means: Means) => Promise<StageResult>,
): Promise<StageResult> => {
  let means: Means;
  try {
    means = await find();
  } catch (error) {
    return notRun(error);
  }
  return await run(means);
};

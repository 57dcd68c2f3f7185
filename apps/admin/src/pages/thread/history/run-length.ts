import { wordDuration } from '../../../time/words.js';

const secondMs = 1_000;
const precise = 10 * secondMs;

/** How long a run took: in milliseconds and tenths of seconds while these matter. */
export const wordLength = (ms: number): string => {
  if (ms < secondMs) return `${ms} ms`;
  return ms < precise ? `${(ms / secondMs).toFixed(1)} s` : wordDuration(ms);
};

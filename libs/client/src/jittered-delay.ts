/** How delays grow from one failure to the next, in milliseconds. */
export interface DelayGrowth {
  readonly initialMs: number;
  readonly maxMs: number;
}

/**
 * The delay after the given number of failures in a row (from 1): doubled with each, capped, and cut by chance
 * (`random`, 0 to 1) to between half and all of it, so that callers that failed together do not return together.
 * A wait that the server asked for comes before it.
 */
export const jitteredDelayMs = (
  failures: number,
  { initialMs, maxMs }: DelayGrowth,
  { random, askedMs = null }: { readonly random: number; readonly askedMs?: number | null },
): number => {
  const fullMs = Math.min(maxMs, initialMs * 2 ** (failures - 1));
  return Math.round((askedMs ?? 0) + (fullMs * (1 + random)) / 2);
};

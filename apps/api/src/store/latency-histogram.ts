/** The upper bounds of the buckets, in milliseconds: about half a power of ten apart; the last bucket has none. */
export const upperBoundsMs = [
  10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000,
  604_800_000,
] as const;

/** How many buckets a histogram has. */
export const histogramBuckets = upperBoundsMs.length + 1;

/** How often durations of each bucket came up. */
export type Histogram = number[];

/** A histogram without an entry. */
export const emptyHistogram = (): Histogram => Array.from({ length: histogramBuckets }, () => 0);

/** The bucket of a duration. */
export const bucketOf = (ms: number): number => {
  const bucket = upperBoundsMs.findIndex((bound) => ms <= bound);
  return bucket < 0 ? upperBoundsMs.length : bucket;
};

/**
 * The duration below which such a part (0 to 1) of the entries lies, in milliseconds, as if they were spread evenly in
 * their bucket; null for an empty histogram.
 */
export const quantileOf = (histogram: readonly number[], part: number): number | null => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [bucket, count] of histogram.entries()) {
    if (below + count >= part * total && count > 0) {
      const from = upperBoundsMs[bucket - 1] ?? 0;
      const to = upperBoundsMs[bucket] ?? from;
      return Math.round(from + (to - from) * Math.max(0, (part * total - below) / count));
    }
    below += count;
  }
  return upperBoundsMs[upperBoundsMs.length - 1] ?? null;
};

/** Figures of several rounds in three numbers. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** The value below which a share (0 to 1) of the values lies, by nearest rank. Throws for no values. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('No values, no quantile.');
  return value;
};

/** The middle value; the mean of the two in the middle for an even count. Throws for no values. */
export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('No values, no median.');
  return (lower + upper) / 2;
};

/** Median, lowest and highest. Throws for no values. */
export const summarise = (values: readonly number[]): Spread => ({
  median: median(values),
  lowest: Math.min(...values),
  highest: Math.max(...values),
});

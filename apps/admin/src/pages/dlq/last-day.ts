/** What a sparkline of deaths hour by hour says. */
export const wordLastDay = (counts: readonly number[]): string => {
  const number = (count: number): string => count.toLocaleString('en-US');
  const total = counts.reduce((sum, count) => sum + count, 0);
  return `Deaths in the last day: ${number(total)}, ${number(counts.at(-1) ?? 0)} in this hour, ${number(Math.max(...counts, 0))} in the worst`;
};

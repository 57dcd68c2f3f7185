/** How long calls took. */
export class CallTimes {
  private readonly timesMs: number[] = [];

  /** Makes a call and notes how long it took. */
  async of<Result>(call: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    const result = await call();
    this.timesMs.push(performance.now() - startedAt);
    return result;
  }

  /** The time below which 95 of a hundred calls stayed. Throws when there were none. */
  get p95Ms(): number {
    const sorted = [...this.timesMs].sort((left, right) => left - right);
    const value = sorted[Math.ceil(sorted.length * 0.95) - 1];
    if (value === undefined) throw new Error('No calls were timed.');
    return value;
  }
}

/** What noise may add to the p95 of a call that costs the same: a cost that grows with size is far beyond it. */
export const flatLimitMs = (smallest: CallTimes): number => 3 * smallest.p95Ms + 20;

/** One scheduled job: safe to run on every replica at once. */
export interface Job {
  /** For logs and metrics. */
  readonly name: string;
  readonly everyMs: number;
  /** Does what there is to do now. What it throws is logged; the next run comes all the same. */
  run(): Promise<unknown>;
}

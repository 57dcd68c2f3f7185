/** Something that is done again and again; safe to run on every replica at once. */
export interface Job {
  /** For logs and metrics. */
  readonly name: string;
  /** Does what there is to do now. What it throws is logged; the next run comes all the same. */
  run(): Promise<unknown>;
  /** Has `start` called whenever there is something to do before the next interval. */
  listenForWork?(start: () => void): void;
}

/** A job and how often it runs. */
export interface ScheduledJob {
  readonly job: Job;
  readonly everyMs: number;
}

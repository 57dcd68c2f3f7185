/** What went wrong in an attempt, cleaned and cut. */
export interface Failure {
  readonly type: string | null;
  readonly message: string;
  readonly stack: string | null;
  /** True when no worker said so: the lease lapsed (R7). */
  readonly lapsed: boolean;
}

/** What ends a task, and the group of tasks of its queue that died alike: 16 hexadecimal digits. */
export interface FatalFailure extends Failure {
  readonly group: string;
}

/** What is to become of one live task: plain data, decided before anything is written. */
export type Outcome =
  | { readonly kind: 'completed'; readonly id: string; readonly result: string | null }
  | {
      readonly kind: 'retrying';
      readonly id: string;
      readonly scheduledAtMs: number;
      readonly failure: Failure;
    }
  | { readonly kind: 'dead'; readonly id: string; readonly failure: FatalFailure }
  | {
      readonly kind: 'returned';
      readonly id: string;
      readonly scheduledAtMs: number;
      readonly attempt: number;
    }
  | { readonly kind: 'deleted'; readonly id: string };

/** Whether a task stays in its thread's line. */
export const staysLive = (outcome: Outcome): outcome is Extract<Outcome, { kind: 'retrying' | 'returned' }> =>
  outcome.kind === 'retrying' || outcome.kind === 'returned';

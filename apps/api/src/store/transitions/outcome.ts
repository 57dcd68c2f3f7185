/** What went wrong in an attempt, cleaned and cut. */
export interface Failure {
  readonly type: string | null;
  readonly message: string;
  readonly stack: string | null;
  /** The group of failures alike: 16 hexadecimal digits. */
  readonly group: string;
  /** True when no worker said so: the lease lapsed (R7). */
  readonly lapsed: boolean;
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
  | { readonly kind: 'dead'; readonly id: string; readonly failure: Failure }
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

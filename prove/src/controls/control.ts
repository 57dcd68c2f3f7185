/** One textual change of the built product; the text must be there exactly once. */
export interface Edit {
  /** Below the repository. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

/** A guard that is taken away, or a decision that is made wrong. */
export interface Layer {
  readonly name: string;
  readonly edits: readonly Edit[];
}

/** What happens to the installation while its clients work, so that the bug can show. */
export type Trouble =
  'none' | 'kill-a-replica' | 'cut-before-commits' | 'cut-after-commits' | 'outside-deadlocks';

/** A bug put in by hand, which must be found out for its own reason. */
export interface Control {
  readonly name: string;
  readonly layers: readonly Layer[];
  /** What a finding must say (`rule: text`) to be the bug's own. */
  readonly reason: RegExp;
  readonly trouble: Trouble;
}

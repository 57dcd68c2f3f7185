import type { ServerKind } from '@spool/test-bed/own-database.js';
import type { Installation, InstallationOptions } from './installation/installation.js';

/** Something that Spool promises not to do, and did. */
export interface Finding {
  /** The rule (`R1`), or what else was broken. */
  readonly rule: string;
  readonly text: string;
}

/** A fault that a stage brought about, and how long the installation suffered from it. */
export interface Outage {
  readonly fault: string;
  /** The longest time without a call that was answered, from the fault on. */
  readonly unavailableMs: number;
  /** The longest time in which no thread moved on, from the fault on. */
  readonly untilPromotedMs: number;
}

/** Numbers that are added up over all stages. */
export interface Counts {
  readonly operations: number;
  readonly acknowledged: number;
  readonly refused: number;
  readonly unknown: number;
  readonly tasks: number;
  readonly threads: number;
  /** Threads whose history the checker could not decide within its budget. */
  readonly undecided: number;
}

/** What became of a deliberate bug. */
export interface ControlRun {
  readonly name: string;
  /** Whether it was found out, for its own reason. */
  readonly isRed: boolean;
  readonly foundBy: string | null;
  /** What noticed it when one layer alone was gone, a sentence a layer. */
  readonly layers: readonly string[];
}

/** What a stage found. */
export interface StageResult {
  readonly counts: Partial<Counts>;
  readonly findings: readonly Finding[];
  readonly latenciesMs?: readonly number[];
  readonly outages?: readonly Outage[];
  readonly controls?: readonly ControlRun[];
  /** Further facts for the report, a sentence each. */
  readonly notes?: readonly string[];
}

/** What a stage works with. */
export interface StageContext {
  readonly seed: number;
  /** The path to a shrunk failure that is to be seen again; null otherwise. */
  readonly path: string | null;
  /** When to stop asking for more, by `performance.now()`. */
  readonly deadlineMs: number;
  /** Such as `mariadb 10.11.19`. */
  readonly server: string;
  /** Its kind, for a stage that starts one of its own. */
  readonly kind: ServerKind;
  /**
   * Starts replicas over an empty database of the server whose turn it is. They are stopped after the stage; before
   * that, nobody may have repaired anything and the auditor must find nothing.
   */
  readonly open: (options?: InstallationOptions) => Promise<Installation>;
  /** The same for a product that was broken on purpose: who opens it inspects and closes it. */
  readonly openBroken: (options: InstallationOptions) => Promise<Installation>;
  /** Called once the stage has been inspected and its replicas are stopped, the last given first. */
  readonly afterwards: (close: () => Promise<void> | void) => void;
  readonly say: (text: string) => void;
}

/** One way of trying to break a promise. */
export interface Stage {
  /** For `--only`. */
  readonly name: string;
  /** A sentence for the report. */
  readonly description: string;
  /** How much of a run's time it gets, in relation to the others. */
  readonly weight: number;
  /** With less time than this it is left out, unless it was asked for alone. */
  readonly leastMs?: number;
  run(context: StageContext): Promise<StageResult>;
}

import type { Ledger } from '../checks/ledger.js';
import type { Consumer, Load, Side } from '../sides/side.js';
import type { BenchTask, Outcome } from '../task.js';

/** How long nothing may end before a drain is given up; what is missing then shows in the ledger. */
const patienceMs = 30_000;

/** What a drain is to do. */
export interface DrainPlan {
  readonly side: Side;
  readonly ledger: Ledger;
  readonly load: Load;
  /** How many tasks are to end, whatever becomes of them; retries and releases do not count. */
  readonly target: number;
  /** What becomes of a task; default: it completes. */
  readonly decide?: (task: BenchTask) => Outcome;
  /** Told of each task that a worker gets. */
  readonly onBegin?: (task: BenchTask) => void;
  /** Whether a task counts for the target; default: all do. */
  readonly counts?: (task: BenchTask) => boolean;
}

/** What a drain did. */
export interface DrainResult {
  readonly ended: number;
  /** From its start until the last task ended. */
  readonly elapsedMs: number;
}

/** Lets a side work tasks off until the target is reached, watched by the ledger; `stop` ends it before. */
export class Drain {
  private readonly finished = new AbortController();
  private readonly startedAtMs = performance.now();
  private lastEndMs = this.startedAtMs;
  private ended = 0;

  constructor(private readonly plan: DrainPlan) {}

  /** How many tasks have ended so far. */
  get endedCount(): number {
    return this.ended;
  }

  /** Nothing more is taken from now on. */
  stop(): void {
    this.finished.abort();
  }

  /** Resolves when the last outcome is reported. */
  async run(): Promise<DrainResult> {
    const watch = setInterval(() => {
      if (performance.now() - this.lastEndMs > patienceMs) this.stop();
    }, 1_000);
    try {
      await this.plan.side.drain(this.consumer());
    } finally {
      clearInterval(watch);
    }
    return { ended: this.ended, elapsedMs: this.lastEndMs - this.startedAtMs };
  }

  private consumer(): Consumer {
    const { ledger, load, decide, onBegin } = this.plan;
    return {
      load,
      finished: this.finished.signal,
      begin: (task) => {
        ledger.begin(task);
        onBegin?.(task);
        return decide?.(task) ?? 'completed';
      },
      end: (task, outcome) => this.end(task, outcome),
    };
  }

  private end(task: BenchTask, outcome: Outcome): void {
    this.plan.ledger.end(task, outcome);
    if (outcome !== 'released') this.lastEndMs = performance.now();
    if (outcome === 'retry' || outcome === 'released' || this.plan.counts?.(task) === false) return;
    this.ended += 1;
    if (this.ended >= this.plan.target) this.stop();
  }
}

import type { BenchTask, Outcome } from '../task.js';

/** What a run may promise, and is held to. */
export interface Promises {
  /** Members of a thread run in the order in which they were enqueued. */
  readonly order: boolean;
}

/** What the ledger saw. Everything but `completed` is a broken promise. */
export interface LedgerSummary {
  readonly completed: number;
  /** Starts of a task whose thread had another one in progress. */
  readonly overlaps: number;
  /** Starts before an earlier member of the thread; counted only where order is promised. */
  readonly disorders: number;
  /** Starts of a task that was completed or in progress already. */
  readonly repetitions: number;
  /** Expected tasks that never completed. */
  readonly missing: number;
}

/**
 * Watches a run from the workers' side: a task begins when a worker has it in hands and ends right before the worker
 * says what became of it. Whatever begins in between in the same thread was not single file.
 */
export class Ledger {
  private readonly running = new Map<string, number>();
  private readonly lastSequence = new Map<string, number>();
  private readonly inProgress = new Set<number>();
  private readonly completed = new Set<number>();
  private overlaps = 0;
  private disorders = 0;
  private repetitions = 0;

  constructor(private readonly promises: Promises) {}

  /** How many tasks have ended well. */
  get completedCount(): number {
    return this.completed.size;
  }

  /** A worker got a task. */
  begin({ number, threadId, sequence }: BenchTask): void {
    if (this.completed.has(number) || this.inProgress.has(number)) this.repetitions += 1;
    this.inProgress.add(number);
    if (threadId === null) return;
    if (this.running.has(threadId)) this.overlaps += 1;
    this.running.set(threadId, number);
    if (this.promises.order && sequence < (this.lastSequence.get(threadId) ?? 0)) this.disorders += 1;
    this.lastSequence.set(threadId, sequence);
  }

  /** The worker is about to say what became of it. */
  end({ number, threadId }: BenchTask, outcome: Outcome): void {
    this.inProgress.delete(number);
    if (threadId !== null && this.running.get(threadId) === number) this.running.delete(threadId);
    if (outcome === 'completed') this.completed.add(number);
  }

  /** What was seen, where so many tasks were to complete. */
  summary(expected: number): LedgerSummary {
    return {
      completed: this.completed.size,
      overlaps: this.overlaps,
      disorders: this.disorders,
      repetitions: this.repetitions,
      missing: Math.max(0, expected - this.completed.size),
    };
  }
}

/** The broken promises in words; none for a correct run. */
export const violationsOf = ({ overlaps, disorders, repetitions, missing }: LedgerSummary): string[] =>
  [
    { count: overlaps, what: 'times a thread had two tasks in progress' },
    { count: disorders, what: 'tasks of a thread out of order' },
    { count: repetitions, what: 'tasks ran again' },
    { count: missing, what: 'tasks never completed' },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, what }) => `${count} ${what}`);

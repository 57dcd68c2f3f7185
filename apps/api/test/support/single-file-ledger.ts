import type { WorkerTask } from '@spool/client';

/** What producers were told and what handlers saw, to compare one with the other. */
export class SingleFileLedger {
  private readonly acknowledged = new Set<string>();
  private readonly runs = new Map<string, number>();
  private readonly running = new Map<string, string>();
  private readonly lastOf = new Map<string, bigint>();
  /** Every place where a thread ran two tasks at once, or an earlier one after a later one. */
  readonly violations: string[] = [];

  /** The ids that producers were given. */
  get acknowledgedIds(): ReadonlySet<string> {
    return this.acknowledged;
  }

  /** How many acknowledged tasks have not run to their end yet. */
  get unfinished(): number {
    return [...this.acknowledged].filter((id) => !this.runs.has(id)).length;
  }

  /** The acknowledged tasks that did not run exactly once. */
  get notRunOnce(): string[] {
    return [...this.acknowledged].filter((id) => this.runs.get(id) !== 1);
  }

  noteAcknowledged(id: string): void {
    this.acknowledged.add(id);
  }

  /**
   * Call when a handler begins. A thread’s tasks are enqueued one after the other, so that their ids are the order of
   * their first attempts; whoever lost one returns behind others (R5).
   */
  noteBegin({ id, threadId, attempt }: WorkerTask): void {
    if (threadId === null) return;
    const other = this.running.get(threadId);
    if (other !== undefined) this.violations.push(`${threadId}: ${id} ran beside ${other}.`);
    this.running.set(threadId, id);
    if (attempt > 1) return;
    if (BigInt(id) < (this.lastOf.get(threadId) ?? 0n)) this.violations.push(`${threadId}: ${id} ran late.`);
    this.lastOf.set(threadId, BigInt(id));
  }

  /** Call when a handler ends. */
  noteEnd({ id, threadId }: WorkerTask): void {
    if (threadId !== null) this.running.delete(threadId);
    this.runs.set(id, (this.runs.get(id) ?? 0) + 1);
  }
}

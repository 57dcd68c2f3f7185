import type { LeasedTask } from '@spool/contracts';
import { Cancellation } from './cancellation.js';
import type { Settlement } from './settlement.js';

/**
 * Where a task in the worker's hands is: waiting for a free slot, running, settled but not yet told, being told,
 * or gone.
 */
export type Phase = 'waiting' | 'running' | 'settled' | 'sending' | 'gone';

/** A task in the worker's hands. */
export class HeldTask {
  phase: Phase = 'waiting';
  /** Whether its lease is lost; its run may still be coming back. */
  isLost = false;
  /** What to tell of it, once that is known. */
  settlement: Settlement | null = null;
  /** Whether it is told in a request of its own, since one with others was refused. */
  travelsAlone = false;
  /** The progress to tell with the next keepalive. */
  progress: { readonly value: unknown } | null = null;
  readonly cancellation = new Cancellation();

  constructor(
    readonly task: LeasedTask,
    /** When the lease ends unless it is prolonged, by the worker's monotonic clock. */
    public leaseEndsAtMs: number,
  ) {}
}

/** The tasks in a worker's hands, by phase and in order of arrival there. */
export class HeldTasks {
  readonly #byPhase: Record<Exclude<Phase, 'gone'>, Set<HeldTask>> = {
    waiting: new Set(),
    running: new Set(),
    settled: new Set(),
    sending: new Set(),
  };

  /** The tasks in a phase. */
  in(phase: Exclude<Phase, 'gone'>): ReadonlySet<HeldTask> {
    return this.#byPhase[phase];
  }

  /** Takes a task in. */
  add(held: HeldTask): void {
    this.#byPhase.waiting.add(held);
  }

  /** Moves a task to the end of a phase; a task that is gone stays gone. */
  move(held: HeldTask, phase: Phase): void {
    if (held.phase === 'gone') return;
    this.#byPhase[held.phase].delete(held);
    held.phase = phase;
    if (phase !== 'gone') this.#byPhase[phase].add(held);
  }

  /** The tasks whose leases count. */
  leased(): HeldTask[] {
    return Object.values(this.#byPhase).flatMap((tasks) => [...tasks].filter(({ isLost }) => !isLost));
  }

  /** Whether there is none. */
  get isEmpty(): boolean {
    return Object.values(this.#byPhase).every(({ size }) => size === 0);
  }
}

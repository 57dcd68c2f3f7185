import type { HeldTask, HeldTasks } from './held-tasks.js';
import { endedLeases, firstEndMs } from './lease-clock.js';
import { LeaseLostError, type LeaseLoss } from './task-errors.js';
import type { WorkerVoice } from './worker-voice.js';

/** Knows when leases are lost, and acts on it once. */
export class LeaseWatch {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #firesAtMs = Number.POSITIVE_INFINITY;

  constructor(
    private readonly held: HeldTasks,
    private readonly voice: WorkerVoice,
    /** Called when a task went from the worker's hands. */
    private readonly onGone: () => void,
  ) {}

  /** A lease will end then, unless it is prolonged. */
  expect(leaseEndsAtMs: number): void {
    if (leaseEndsAtMs >= this.#firesAtMs) return;
    this.stop();
    this.#firesAtMs = leaseEndsAtMs;
    this.#timer = setTimeout(() => this.#look(), Math.max(0, Math.ceil(leaseEndsAtMs - performance.now())));
  }

  /** A lease is lost: a run of it is told, and nothing of it counts any more. */
  lose(held: HeldTask, loss: LeaseLoss): void {
    if (held.isLost || held.phase === 'gone') return;
    held.isLost = true;
    this.voice.tell('leaseLost', { task: held.task, loss });
    held.cancellation.cancel(new LeaseLostError(loss));
    // A run keeps its slot until it has come back.
    if (held.phase !== 'running') this.held.move(held, 'gone');
    this.onGone();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#firesAtMs = Number.POSITIVE_INFINITY;
  }

  #look(): void {
    this.stop();
    // What is being told right now is decided by the answer.
    const watched = this.held.leased().filter(({ phase }) => phase !== 'sending');
    for (const held of endedLeases(watched, performance.now())) this.lose(held, 'lapsed');
    const nextEndMs = firstEndMs(this.held.leased().filter(({ phase }) => phase !== 'sending'));
    if (nextEndMs !== null) this.expect(nextEndMs);
  }
}

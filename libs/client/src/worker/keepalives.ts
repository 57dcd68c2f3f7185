import { limits, type ItemRefusal, type KeepaliveResult } from '@spool/contracts';
import type { SpoolClient } from '../spool-client.js';
import type { HeldTask, HeldTasks } from './held-tasks.js';
import { leaseEndMs, nextBeatMs } from './lease-clock.js';
import type { LeaseWatch } from './lease-watch.js';
import type { WorkerVoice } from './worker-voice.js';

/** What keepalives work with. */
export interface KeepaliveParts {
  readonly client: SpoolClient;
  readonly held: HeldTasks;
  readonly watch: LeaseWatch;
  readonly voice: WorkerVoice;
}

const keepaliveItemOf = ({ task, progress }: HeldTask, extendMs: number) => ({
  id: task.id,
  leaseToken: task.leaseToken,
  extendMs,
  ...(progress === null ? {} : { progress: progress.value }),
});

/** Prolongs every lease in hand, on a beat of its own: no other request of the worker comes before it. */
export class Keepalives {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #timeoutMs = 0;
  #isTellingProgress = false;
  readonly #ending = new AbortController();

  constructor(private readonly parts: KeepaliveParts) {}

  /** Begins the beat, or goes on with another timeout. */
  start(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#schedule(false);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#ending.abort(new Error('The worker has ended.'));
  }

  /** Tells new progress at once, or right after what is being told. */
  async tellProgress(): Promise<void> {
    if (this.#isTellingProgress) return;
    this.#isTellingProgress = true;
    try {
      let news = this.#withProgress();
      while (news.length > 0 && (await this.#prolong(news))) news = this.#withProgress();
    } finally {
      this.#isTellingProgress = false;
    }
  }

  #withProgress(): HeldTask[] {
    return this.parts.held.leased().filter(({ phase, progress }) => phase === 'running' && progress !== null);
  }

  #schedule(hasFailed: boolean): void {
    if (this.#ending.signal.aborted) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#beat(), nextBeatMs(this.#timeoutMs, hasFailed));
  }

  async #beat(): Promise<void> {
    const leased = this.parts.held.leased();
    const batches = Array.from({ length: Math.ceil(leased.length / limits.batchItems) }, (_, index) =>
      leased.slice(index * limits.batchItems, (index + 1) * limits.batchItems),
    );
    const succeeded = await Promise.all(batches.map((batch) => this.#prolong(batch)));
    this.#schedule(succeeded.includes(false));
  }

  /** Prolongs some leases; false when no answer came. */
  async #prolong(batch: readonly HeldTask[]): Promise<boolean> {
    const { client, voice } = this.parts;
    const sentAtMs = performance.now();
    const told = batch.map(({ progress }) => progress);
    try {
      const { results } = await client.tasks.keepaliveBatch(
        batch.map((held) => keepaliveItemOf(held, this.#timeoutMs)),
        { signal: this.#ending.signal, timeoutMs: Math.ceil(this.#timeoutMs / 4) },
      );
      const endsAtMs = leaseEndMs({ sentAtMs }, this.#timeoutMs);
      let refused = 0;
      for (const [index, held] of batch.entries()) {
        if (held.progress === told[index]) held.progress = null;
        if (!this.#conclude(held, results[index], endsAtMs)) refused += 1;
      }
      const durationMs = performance.now() - sentAtMs;
      voice.measure({ name: 'keepalive', leases: batch.length, refused, durationMs });
      return true;
    } catch (error) {
      if (!this.#ending.signal.aborted) voice.tellError(error, 'keeping alive');
      return false;
    }
  }

  /** False for a refusal. */
  #conclude(held: HeldTask, result: KeepaliveResult | ItemRefusal | undefined, endsAtMs: number): boolean {
    if (result?.status === 'ok') {
      held.leaseEndsAtMs = endsAtMs;
      return true;
    }
    // A task that was settled meanwhile has no lease to prolong: its own answer decides.
    if (held.phase !== 'sending') this.parts.watch.lose(held, 'refused');
    return false;
  }
}

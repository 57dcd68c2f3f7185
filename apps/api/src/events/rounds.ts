import { setTimeout as pause } from 'node:timers/promises';

const shortestPauseMs = 1_000;

interface Round {
  readonly everyMs: number;
  dueAtMs: number;
  readonly run: () => Promise<void> | void;
}

/** Does things at intervals of whole seconds, between a start and a stop, one after another. */
export class Rounds {
  private readonly rounds: Round[] = [];
  private running: AbortController | null = null;

  /** `onFailure` is told what a run threw; the next comes at its time. */
  constructor(private readonly onFailure: (error: unknown) => void) {}

  /** Adds something to do. */
  every(everyMs: number, run: Round['run']): void {
    this.rounds.push({ everyMs, dueAtMs: 0, run });
  }

  /** Starts, unless it runs; everything is done first after its interval. */
  start(): void {
    if (this.running !== null) return;
    this.running = new AbortController();
    for (const round of this.rounds) round.dueAtMs = performance.now() + round.everyMs;
    void this.loop(this.running.signal);
  }

  /** Stops after what is being done. */
  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  private async loop(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await pause(shortestPauseMs, null, { signal: stopped }).catch(() => null);
      for (const round of this.rounds) {
        if (stopped.aborted) return;
        if (performance.now() >= round.dueAtMs) await this.runOnce(round);
      }
    }
  }

  private async runOnce(round: Round): Promise<void> {
    round.dueAtMs = performance.now() + round.everyMs - shortestPauseMs / 2;
    try {
      await round.run();
    } catch (error) {
      this.onFailure(error);
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';

/** Time, as rounds see it. */
export interface RoundClock {
  /** Milliseconds since some instant. */
  readMs(): number;
  /** Ends after a time, or as soon as the signal says so. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const processClock: RoundClock = {
  readMs: () => performance.now(),
  pause: async (ms, signal) => {
    await pause(ms, null, { signal }).catch(() => null);
  },
};

interface Round {
  readonly everyMs: number;
  dueAtMs: number;
  readonly run: () => Promise<void> | void;
}

/** Does things at intervals of whole ticks, between a start and a stop, one after another. */
export class Rounds {
  private readonly rounds: Round[] = [];
  private running: AbortController | null = null;

  /** `onFailure` is told what a run threw; the next comes at its time. */
  constructor(
    private readonly tickMs: number,
    private readonly onFailure: (error: unknown) => void,
    private readonly clock: RoundClock = processClock,
  ) {}

  /** Adds something to do. */
  every(everyMs: number, run: Round['run']): void {
    this.rounds.push({ everyMs, dueAtMs: 0, run });
  }

  /** Starts, unless it runs; everything is done first after its interval. */
  start(): void {
    if (this.running !== null) return;
    this.running = new AbortController();
    for (const round of this.rounds) round.dueAtMs = this.nextDue(round);
    void this.loop(this.running.signal);
  }

  /** Stops after what is being done. */
  stop(): void {
    this.running?.abort();
    this.running = null;
  }

  private async loop(stopped: AbortSignal): Promise<void> {
    for (;;) {
      await this.clock.pause(this.tickMs, stopped);
      for (const round of this.rounds) {
        if (stopped.aborted) return;
        if (this.clock.readMs() >= round.dueAtMs) await this.runOnce(round);
      }
    }
  }

  private async runOnce(round: Round): Promise<void> {
    round.dueAtMs = this.nextDue(round);
    try {
      await round.run();
    } catch (error) {
      this.onFailure(error);
    }
  }

  /** Half a tick early: a timer that is a little early, or late, skips no round. */
  private nextDue({ everyMs }: Round): number {
    return this.clock.readMs() + everyMs - this.tickMs / 2;
  }
}

import { currentTraces } from '../platform/tracing/trace-scope.js';
import type { Demand, TakenTask } from '../store/transitions/take-tasks.js';

/** What a caller of dequeue gets: tasks, or none when its wait ended; null when the queue does not exist. */
export type Share = readonly TakenTask[] | null;

/** One caller in a queue's line. */
export class Ticket {
  readonly traces = currentTraces();
  /** Resolves when the caller is answered. */
  readonly answered: Promise<Share>;
  private resolve: (share: Share) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;
  private timer: NodeJS.Timeout | undefined;
  private isPatient: boolean;
  /** The line has looked for work for this caller and found none. */
  hasFoundNothing = false;

  constructor(
    readonly demand: Demand,
    private readonly waitMs: number,
    private readonly gone: AbortSignal,
  ) {
    this.isPatient = waitMs > 0;
    this.answered = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** Whether the caller waits on when there is nothing for it. */
  get waitsOn(): boolean {
    return this.isPatient && !this.gone.aborted;
  }

  /** Calls back once, when the caller's patience ends or it hangs up. */
  whenPatienceEnds(callback: () => void): void {
    const end = (): void => {
      this.loseInterest();
      callback();
    };
    if (this.isPatient) this.timer = setTimeout(end, this.waitMs);
    this.gone.addEventListener('abort', end, { once: true });
  }

  /** From now on the caller takes no for an answer. */
  loseInterest(): void {
    this.isPatient = false;
    clearTimeout(this.timer);
  }

  /** Answers the caller. */
  give(share: Share): void {
    this.loseInterest();
    this.resolve(share);
  }

  /** Answers the caller with an error. */
  refuse(error: unknown): void {
    this.loseInterest();
    this.reject(error);
  }
}

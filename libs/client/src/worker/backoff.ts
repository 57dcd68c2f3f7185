import { jitteredDelayMs } from '../jittered-delay.js';
import { SpoolProblem } from '../errors.js';

const growth = { initialMs: 100, maxMs: 5_000 };

/** Holds requests back after failures: ever longer, with jitter, or as long as the server asks. */
export class Backoff {
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  readonly #onEnd: () => void;

  /** `onEnd` is called when a pause is over. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  /** Whether requests are held back now. */
  get isPausing(): boolean {
    return this.#timer !== null;
  }

  /** A request failed: pauses, unless a pause is under way. */
  noteFailure(error: unknown): void {
    if (this.#timer !== null) return;
    this.#failures += 1;
    const askedMs = error instanceof SpoolProblem ? error.retryAfterMs : null;
    const delayMs = jitteredDelayMs(this.#failures, growth, { random: Math.random(), askedMs });
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#onEnd();
    }, delayMs);
  }

  /** A request was answered: the next failure begins anew. */
  noteSuccess(): void {
    this.#failures = 0;
  }

  /** Ends a pause for good. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
